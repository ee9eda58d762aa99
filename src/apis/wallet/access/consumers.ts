/** Consumer keys and secrets: who an integrator is. Only a hash of the secret is kept. */
import { hash, randomBytes } from "node:crypto";
import type { Repository } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { equalInConstantTime } from "#src/identity/constant-time.ts";
import { createLookupCache } from "#src/identity/lookup-cache.ts";
import { UnknownKeys } from "#src/identity/unknown-keys.ts";
import type { Integrator } from "../entities.ts";

export interface ConsumerCredentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

const maxCached = 10_000;
const maxEncodedLength = 512;
const noHash = Buffer.alloc(32);

export function newConsumerCredentials(): ConsumerCredentials {
  return {
    consumerKey: `ck_${randomBytes(12).toString("hex")}`,
    consumerSecret: randomBytes(32).toString("base64url"),
  };
}

export function hashOfSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** What stands in `wallet-credentials` and in HTTP Basic: base64 of key, colon, secret. Null for anything else. */
export function decodeCredentials(encoded: string): ConsumerCredentials | null {
  if (encoded.length > maxEncodedLength) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 1 ? null : { consumerKey: text.slice(0, colon), consumerSecret: text.slice(colon + 1) };
}

/** Looks integrators up by their key and remembers them for five seconds. */
export class Consumers {
  readonly #integrators: Repository<Integrator>;
  readonly #now: () => number;
  readonly #unknownKeys: UnknownKeys;
  readonly #known = createLookupCache<Integrator>({ max: maxCached });

  /** @param now milliseconds since the epoch. */
  constructor(integrators: Repository<Integrator>, now: () => number, unknownKeysPerMinute: number) {
    this.#integrators = integrators;
    this.#now = now;
    this.#unknownKeys = new UnknownKeys({ mostPerMinute: unknownKeysPerMinute, now });
  }

  /**
   * Throws Problem UNAUTHENTICATED; an unknown or revoked key and a wrong secret are the same, in words and in time. Throws
   * RATE_LIMITED instead when too many unknown keys came from this address.
   */
  async verify({ consumerKey, consumerSecret }: ConsumerCredentials, address: string): Promise<Integrator> {
    const find = () => this.#known.get(consumerKey, () => this.#find(consumerKey));
    const integrator = await this.#unknownKeys.lookUp(consumerKey, address, find);
    const given = hashOfSecret(consumerSecret);
    const isCurrent = equalInConstantTime(integrator?.consumerSecretHash ?? noHash, given);
    const isPrevious = equalInConstantTime(integrator?.previousSecretHash ?? noHash, given);
    const isOverlapping = (integrator?.previousSecretUntil?.getTime() ?? 0) > this.#now();
    const isRight = isCurrent || (isPrevious && isOverlapping);
    if (integrator === null || integrator.revokedAt !== null || !isRight)
      throw this.#unknownKeys.refusalFor(
        address,
        new Problem("UNAUTHENTICATED", { detail: "The consumer key or the consumer secret is wrong." }),
      );
    return integrator;
  }

  /** After a change of the integrator's own record. */
  forget(consumerKey: string): void {
    this.#known.delete(consumerKey);
  }

  async #find(consumerKey: string): Promise<Integrator | null> {
    // PostgreSQL keeps no NUL in a text, so no key has one.
    return consumerKey.includes("\0") ? null : await this.#integrators.findOneBy({ consumerKey });
  }
}
