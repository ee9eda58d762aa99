/** Access tokens, which name the integrator. */
import { JwtAccessTokens } from "#src/identity/jwt-access-tokens.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const defaultValidityPeriod = 3_600;

export type AccessTokens = JwtAccessTokens;

/** Of a token the subject is the integrator's id. @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): AccessTokens {
  return new JwtAccessTokens(masterKey, { api: "wallet", claims: [], whenExpired: "ask for another", now });
}
