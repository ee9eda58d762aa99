/**
 * An external service that an API calls. A table holds its address and the secret that identifies us to it. An answer that is late or
 * malformed counts as no answer.
 */
import type { EntityManager, EntitySchema } from "typeorm";
import { decryptSecret, type MasterKey } from "#src/storage/master-key.ts";

/** Time limit of a call (milliseconds). */
const timeoutMs = 5_000;
const maxAnswerBytes = 65_536;

/** The address of a service. Its table has at most one row. */
export interface ServiceAddress {
  singleton: true;
  url: string;
  /** Encrypted under the master key. */
  secret: Buffer;
}

export interface OutsideServiceOptions {
  readonly manager: EntityManager;
  readonly masterKey: MasterKey;
  readonly entity: EntitySchema<ServiceAddress>;
  /** The purpose that the secret is encrypted for. */
  readonly secretName: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: object;
}

/** Calls an external service. */
export class OutsideService {
  readonly #options: OutsideServiceOptions;

  constructor(options: OutsideServiceOptions) {
    this.#options = options;
  }

  /** Sends a request. Null when there is no answer or the service is not registered. Throws errors of the database. */
  async call(method: string, path: string, body?: object): Promise<ServiceAnswer | null> {
    const { manager, masterKey, entity, secretName } = this.#options;
    const service = await manager.findOneBy(entity, { singleton: true });
    if (service === null) return null;
    try {
      const response = await fetch(service.url + path, {
        method,
        headers: {
          authorization: `Bearer ${decryptSecret(masterKey, service.secret, secretName)}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const parsed: unknown = JSON.parse(await boundedText(response));
      return { status: response.status, body: typeof parsed === "object" && parsed !== null ? parsed : {} };
    } catch {
      return null;
    }
  }
}

/** Reads an answer up to a limit of bytes. Throws RangeError beyond it. */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new RangeError("The answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
