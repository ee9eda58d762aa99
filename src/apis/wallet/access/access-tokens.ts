/** Access tokens: JSON Web Tokens (RFC 9068) that name the integrator, signed with a key derived from the master key. */
import { hkdfSync } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { Problem } from "#src/http/problem.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const maxValidityPeriod = 86_400;
export const defaultValidityPeriod = 3_600;

const algorithm = "HS256";
const type = "at+jwt";
const issuer = "accord";
const audience = "accord/wallet";
const maxTokenLength = 2_048;

export interface AccessTokens {
  /** Good for so many seconds. */
  mint(integratorId: string, validityPeriod: number): Promise<string>;
  /** The integrator's id. Throws Problem UNAUTHENTICATED for whatever is not a token of ours that is good now. */
  verify(token: string): Promise<string>;
}

/** @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): AccessTokens {
  const key = new Uint8Array(hkdfSync("sha256", masterKey, "", "accord wallet access token", 32));
  return {
    mint(integratorId, validityPeriod) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(integratorId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + validityPeriod)
        .sign(key);
    },

    async verify(token) {
      if (token.length > maxTokenLength) throw invalid();
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience,
          currentDate: new Date(now()),
          requiredClaims: ["sub", "iat", "exp"],
        });
        return String(payload.sub);
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw invalid("The access token has expired; ask for another.");
        if (error instanceof errors.JOSEError) throw invalid();
        throw error;
      }
    },
  };
}

function invalid(detail = "The access token is invalid."): Problem {
  return new Problem("UNAUTHENTICATED", { detail });
}
