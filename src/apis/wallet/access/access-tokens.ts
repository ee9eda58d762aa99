/** Access tokens, which name the integrator. */
import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";
import { JwtAccessTokens } from "#src/identity/jwt-access-tokens.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const defaultValidityPeriod = 3_600;

/** A token is checked once and remembered: nothing ends it before it expires. */
const mostRemembered = 10_000;

export interface AccessTokens {
  /** Good for so many seconds. */
  mint(integratorId: string, validityPeriod: number): Promise<string>;
  /** The integrator's id. Throws Problem UNAUTHENTICATED for whatever is not a token of ours that is good now. */
  verify(token: string): Promise<string>;
}

/** @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): AccessTokens {
  const tokens = new JwtAccessTokens(masterKey, { api: "wallet", claims: [], whenExpired: "ask for another", now });
  const known = new LRUCache<string, Awaited<ReturnType<typeof tokens.verify>>>(atMost(mostRemembered));
  return {
    mint: (integratorId, validityPeriod) => tokens.mint(integratorId, validityPeriod, {}),

    async verify(token) {
      const remembered = known.get(token);
      if (remembered !== undefined && remembered.exp > Math.floor(now() / 1000)) return remembered.sub;
      const verified = await tokens.verify(token);
      known.set(token, verified);
      return verified.sub;
    },
  };
}
