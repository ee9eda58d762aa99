/**
 * External services that APIs call. A table of each service holds its address and the secret that identifies us to it. An answer that is
 * late or malformed counts as no answer.
 */
import type { EntityManager } from "typeorm";
import { readAtMost } from "#src/http/collected-bytes.ts";
import { type AuditAction, audit } from "#src/identity/audit.ts";
import { Column, column, declareEntity } from "#src/storage/entity.ts";
import type { Log } from "#src/storage/log.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";

/** Time limit of a call (milliseconds). */
const timeoutMs = 5_000;
const maxAnswerBytes = 65_536;

export interface ServiceAddress {
  readonly url: string;
  readonly secret: string;
  /** Whether it is a sandbox's service, which is replaced when a sandbox starts again. */
  readonly sandbox: boolean;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: object;
}

/** The database that knows the service, and the key that its secret is encrypted under. */
export interface ServiceAccess {
  readonly manager: EntityManager;
  readonly masterKey: MasterKey;
  /** Answers that are too long are logged here; nowhere when left out. */
  readonly log?: Pick<Log, "error">;
}

/** The table of a service, which has at most one row. */
function addressEntity(tableName: string) {
  return declareEntity(tableName, {
    singleton: new Column<true>({ type: "boolean" }).key,
    url: column.text,
    /** Encrypted under the master key. */
    secret: column.bytes,
    sandbox: column.boolean,
  });
}

export class OutsideService {
  readonly entity: ReturnType<typeof addressEntity>;
  /** The column of its secret, which is encrypted anew under another master key. */
  readonly sealed: SealedColumn;
  readonly #registered: AuditAction;
  readonly #secretName: string;

  /** `registered` is the action that the audit log has for a new address. */
  constructor(table: string, registered: AuditAction) {
    this.entity = addressEntity(table);
    this.#registered = registered;
    this.#secretName = `${table}/secret`;
    this.sealed = { table, key: ["singleton"], column: "secret", placeOf: () => this.#secretName };
  }

  /** Sets the address: from then on requests go there. */
  async register({ manager, masterKey }: ServiceAccess, { url, secret, sandbox }: ServiceAddress): Promise<void> {
    const row = { singleton: true as const, url, secret: encryptSecret(masterKey, secret, this.#secretName), sandbox };
    await manager.transaction(async (own) => {
      await own.upsert(this.entity, row, ["singleton"]);
      await audit(own, { action: this.#registered, subject: new URL(url).origin });
    });
  }

  /** Whether a real service is registered, which a sandbox does not replace. */
  isReal(manager: EntityManager): Promise<boolean> {
    return manager.existsBy(this.entity, { singleton: true, sandbox: false });
  }

  /** Sends a request. Null when there is no answer or the service is not registered. Throws errors of the database. */
  async call(
    { manager, masterKey, log }: ServiceAccess,
    method: string,
    path: string,
    body?: object,
  ): Promise<ServiceAnswer | null> {
    const service = await manager.findOneBy(this.entity, { singleton: true });
    if (service === null) return null;
    try {
      const response = await fetch(service.url + path, {
        method,
        headers: {
          authorization: `Bearer ${decryptSecret(masterKey, service.secret, this.#secretName)}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer = await readAtMost(maxAnswerBytes, response.body ?? []);
      if (answer === null) {
        const call = { service: new URL(service.url).origin, method, path };
        log?.error(call, `An answer of more than ${maxAnswerBytes} bytes counts as none`);
        return null;
      }
      const parsed: unknown = JSON.parse(answer.toString("utf8"));
      return { status: response.status, body: typeof parsed === "object" && parsed !== null ? parsed : {} };
    } catch {
      return null;
    }
  }
}
