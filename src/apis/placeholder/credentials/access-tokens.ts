/** Access tokens, which name the account and its session. */
import { JwtAccessTokens } from "#src/identity/jwt-access-tokens.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const accessTokenLifetime = 15 * 60;

/** Of a token the subject is the account's id, and `sid` its session's. @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): JwtAccessTokens<"sid"> {
  const whenExpired = "refresh the session";
  return new JwtAccessTokens(masterKey, { api: "placeholder", claims: ["sid"], whenExpired, now });
}
