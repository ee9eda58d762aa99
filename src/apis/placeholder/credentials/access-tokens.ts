/** Access tokens: JSON Web Tokens in the profile of RFC 9068, signed with a key derived from the master key. */
import { randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { Problem } from "#src/http/problem.ts";
import { derivedKeys, type MasterKey, withAnyKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const accessTokenLifetime = 15 * 60;

const algorithm = "HS256";
const type = "at+jwt";
const issuer = "accord";
const audience = "accord/placeholder";
const maxTokenLength = 2_048;

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
  const keys = derivedKeys(masterKey, "accord placeholder access token");
  return {
    mint({ userId, sessionId }) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenLifetime)
        .sign(keys[0]);
    },

    async verify(token) {
      if (token.length > maxTokenLength) throw invalid();
      try {
        const { payload } = await withAnyKey(keys, (one) =>
          jwtVerify<{ sid: string }>(token, one, {
            algorithms: [algorithm],
            typ: type,
            issuer,
            audience,
            currentDate: new Date(now()),
            requiredClaims: ["sub", "sid", "iat", "exp"],
          }),
        );
        return { userId: String(payload.sub), sessionId: payload.sid };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw invalid("The access token has expired; refresh the session.");
        if (error instanceof errors.JOSEError) throw invalid();
        throw error;
      }
    },
  };
}

function invalid(detail = "The access token is invalid."): Problem {
  return new Problem("UNAUTHENTICATED", { detail });
}
