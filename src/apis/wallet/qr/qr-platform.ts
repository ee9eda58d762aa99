/** The QR platform, as its client: it knows every account that codes are made for as a customer. */
import type { EntityManager } from "typeorm";
import { audit } from "#src/identity/audit.ts";
import { OutsideService } from "#src/outside/outside-service.ts";
import { encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { qrPlatformEntity } from "../entities/qr-platform.ts";
import { Declined } from "../presenters/envelope.ts";

const secretName = "wallet_qr_platform/secret";

/** Where it is, for another master key. */
export const sealedPlatformSecret: SealedColumn = {
  table: "wallet_qr_platform",
  key: ["singleton"],
  column: "secret",
  placeOf: () => secretName,
};

export interface QrPlatformOptions {
  readonly manager: EntityManager;
  readonly masterKey: MasterKey;
}

/** Says where the platform is; from then on customers are made there. */
export async function registerQrPlatform(
  { manager, masterKey }: QrPlatformOptions,
  { url, secret, sandbox }: { readonly url: string; readonly secret: string; readonly sandbox: boolean },
): Promise<void> {
  const row = { singleton: true as const, url, secret: encryptSecret(masterKey, secret, secretName), sandbox };
  await manager.transaction(async (own) => {
    await own.upsert(qrPlatformEntity, row, ["singleton"]);
    await audit(own, { action: "qr_platform.registered", subject: new URL(url).origin });
  });
}

/** Whether customers are made at a real platform, which a sandbox does not replace. */
export function hasRealQrPlatform(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(qrPlatformEntity, { singleton: true, sandbox: false });
}

export interface QrCustomer {
  readonly accountNo: string;
  readonly name: string;
  /** Empty where none was given, like the e-mail address. */
  readonly phone: string;
  readonly email: string;
}

export class QrPlatform {
  readonly #service: OutsideService;

  constructor(options: QrPlatformOptions) {
    this.#service = new OutsideService({ ...options, entity: qrPlatformEntity, secretName });
  }

  /**
   * The customer's id there. An account is one customer however often it is asked for, with the particulars of the last time. Throws
   * Declined 99 where the platform refuses the customer or does not answer.
   */
  async customerOf({ accountNo, ...particulars }: QrCustomer): Promise<string> {
    const answer = await this.#service.call("PUT", `/customers/${accountNo}`, particulars);
    const { customerId } = (answer?.status === 200 || answer?.status === 201 ? answer.body : {}) as {
      customerId?: unknown;
    };
    if (typeof customerId === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(customerId)) return customerId;
    if (answer?.status === 422) throw new Declined("99", "The QR platform does not take this customer.");
    throw new Declined("99", "The QR platform does not answer; ask again later.");
  }
}
