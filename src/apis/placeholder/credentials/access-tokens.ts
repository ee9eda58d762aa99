/** Access tokens, which name the account and its session. */
import { randomUUID } from "node:crypto";
import { JwtAccessTokens } from "#src/identity/jwt-access-tokens.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const accessTokenLifetime = 15 * 60;

export interface AccessGrant {
  readonly userId: string;
  readonly sessionId: string;
}

export interface AccessTokens {
  mint(grant: AccessGrant): Promise<string>;
  /** Throws Problem UNAUTHENTICATED for whatever is not a token of ours that is good now. */
  verify(token: string): Promise<AccessGrant>;
}

/** @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): AccessTokens {
  const whenExpired = "refresh the session";
  const tokens = new JwtAccessTokens(masterKey, { api: "placeholder", claims: ["sid"], whenExpired, now });
  return {
    mint: ({ userId, sessionId }) => tokens.mint(userId, accessTokenLifetime, { sid: sessionId, jti: randomUUID() }),

    async verify(token) {
      const { sub: userId, sid: sessionId } = await tokens.verify(token);
      return { userId, sessionId };
    },
  };
}
