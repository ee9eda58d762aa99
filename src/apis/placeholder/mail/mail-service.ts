/** The service that mail is handed over to, as its client. */
import type { EntityManager } from "typeorm";
import { audit } from "#src/identity/audit.ts";
import { OutsideService } from "#src/outside/outside-service.ts";
import { encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { mailServiceEntity } from "../entities/mail-service.ts";

const secretName = "placeholder_mail_service/secret";

/** Where it is, for another master key. */
export const sealedMailSecret: SealedColumn = {
  table: "placeholder_mail_service",
  key: ["singleton"],
  column: "secret",
  placeOf: () => secretName,
};

export interface MailServiceOptions {
  readonly manager: EntityManager;
  readonly masterKey: MasterKey;
}

/** Says where the service is; from then on mail goes there. */
export async function registerMailService(
  { manager, masterKey }: MailServiceOptions,
  { url, secret, sandbox }: { readonly url: string; readonly secret: string; readonly sandbox: boolean },
): Promise<void> {
  const row = { singleton: true as const, url, secret: encryptSecret(masterKey, secret, secretName), sandbox };
  await manager.transaction(async (own) => {
    await own.upsert(mailServiceEntity, row, ["singleton"]);
    await audit(own, { action: "mail_service.registered", subject: new URL(url).origin });
  });
}

/** Whether mail goes to people, which a sandbox does not replace. */
export function hasRealMailService(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(mailServiceEntity, { singleton: true, sandbox: false });
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export class MailService {
  readonly #service: OutsideService;

  constructor(options: MailServiceOptions) {
    this.#service = new OutsideService({ ...options, entity: mailServiceEntity, secretName });
  }

  /** REFUSED is for good. Throws Error where the service does not answer: the mail may be on its way all the same. */
  async send(mail: Mail): Promise<"SENT" | "REFUSED"> {
    const answer = await this.#service.call("PUT", `/messages/${risingId()}`, mail);
    if (answer?.status === 200 || answer?.status === 201) return "SENT";
    if (answer?.status === 422) return "REFUSED";
    throw new Error(answer === null ? "The mail service does not answer" : `The mail service answers ${answer.status}`);
  }
}
