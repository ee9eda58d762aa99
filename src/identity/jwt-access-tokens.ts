/** Access tokens of an API's own callers: JSON Web Tokens in the profile of RFC 9068, signed with a key that is derived from the master key. */
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { atMost } from "#src/http/at-most.ts";
import { Problem } from "#src/http/problem.ts";
import { derivedKeys, type MasterKey, withAnyKey } from "#src/storage/master-key.ts";

const algorithm = "HS256";
const type = "at+jwt";
const issuer = "accord";
const maxTokenLength = 2_048;
const mostRemembered = 10_000;
const standardClaims = ["sub", "iat", "exp"] as const;

export interface JwtOptions<Claim extends string> {
  /** The API whose tokens these are: another API's are refused. */
  readonly api: string;
  /** Text claims that a token must have beside its subject and times. */
  readonly claims: readonly Claim[];
  /** The advice to the caller of an expired token, such as `ask for another`. */
  readonly whenExpired: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The claims that every verified token has. `exp` is in seconds since the epoch. */
export type Verified<Claim extends string> = Readonly<Record<Claim | "sub", string>> & { readonly exp: number };

type ClaimsOf<Claim extends string> = [Claim] extends [never]
  ? readonly [claims?: JWTPayload]
  : readonly [claims: Readonly<Record<Claim, string>> & JWTPayload];

export class JwtAccessTokens<Claim extends string = never> {
  readonly #keys: ReturnType<typeof derivedKeys>;
  readonly #audience: string;
  readonly #options: JwtOptions<Claim>;
  /** A token is verified once: nothing ends it before it expires. */
  readonly #verified = new LRUCache<string, Verified<Claim>>(atMost(mostRemembered));

  constructor(masterKey: MasterKey, options: JwtOptions<Claim>) {
    this.#keys = derivedKeys(masterKey, `accord ${options.api} access token`);
    this.#audience = `accord/${options.api}`;
    this.#options = options;
  }

  /** @param lifetime seconds. */
  mint(subject: string, lifetime: number, ...[claims = {}]: ClaimsOf<Claim>): Promise<string> {
    const issuedAt = Math.floor(this.#options.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: type })
      .setIssuer(issuer)
      .setAudience(this.#audience)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .sign(this.#keys[0]);
  }

  /** Throws Problem UNAUTHENTICATED for whatever is not a token of this API that is good now. */
  async verify(token: string): Promise<Verified<Claim>> {
    if (token.length > maxTokenLength) throw invalid();
    const { claims, whenExpired, now } = this.#options;
    const known = this.#verified.get(token);
    if (known !== undefined && known.exp > Math.floor(now() / 1000)) return known;
    try {
      const { payload } = await withAnyKey(this.#keys, (key) =>
        jwtVerify<Verified<Claim>>(token, key, {
          algorithms: [algorithm],
          typ: type,
          issuer,
          audience: this.#audience,
          currentDate: new Date(now()),
          requiredClaims: [...standardClaims, ...claims],
        }),
      );
      this.#verified.set(token, payload);
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw invalid(`The access token has expired; ${whenExpired}.`);
      if (error instanceof errors.JOSEError) throw invalid();
      throw error;
    }
  }
}

function invalid(detail = "The access token is invalid."): Problem {
  return new Problem("UNAUTHENTICATED", { detail });
}
