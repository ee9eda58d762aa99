/** Access tokens: JSON Web Tokens (RFC 9068) that name the integrator, signed with a key derived from the master key. */
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";
import { Problem } from "#src/http/problem.ts";
import { derivedKeys, type MasterKey, withAnyKey } from "#src/storage/master-key.ts";

/** Seconds. */
export const defaultValidityPeriod = 3_600;

const algorithm = "HS256";
const type = "at+jwt";
const issuer = "accord";
const audience = "accord/wallet";
const maxTokenLength = 2_048;
/** A token is checked once and remembered: nothing ends it before it expires. */
const mostRemembered = 10_000;

interface KnownToken {
  readonly integratorId: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** Good for so many seconds. */
  mint(integratorId: string, validityPeriod: number): Promise<string>;
  /** The integrator's id. Throws Problem UNAUTHENTICATED for whatever is not a token of ours that is good now. */
  verify(token: string): Promise<string>;
}

/** @param now milliseconds since the epoch. */
export function createAccessTokens(masterKey: MasterKey, now: () => number): AccessTokens {
  const keys = derivedKeys(masterKey, "accord wallet access token");
  const known = new LRUCache<string, KnownToken>(atMost(mostRemembered));
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
        .sign(keys[0]);
    },

    async verify(token) {
      const remembered = known.get(token);
      if (remembered !== undefined && remembered.expiresAt > Math.floor(now() / 1000)) return remembered.integratorId;
      if (token.length > maxTokenLength) throw invalid();
      try {
        const { payload } = await withAnyKey(keys, (one) =>
          jwtVerify(token, one, {
            algorithms: [algorithm],
            typ: type,
            issuer,
            audience,
            currentDate: new Date(now()),
            requiredClaims: ["sub", "iat", "exp"],
          }),
        );
        const integratorId = String(payload.sub);
        known.set(token, { integratorId, expiresAt: payload.exp ?? 0 });
        return integratorId;
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
