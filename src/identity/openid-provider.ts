/**
 * Signing in at an OpenID provider: the authorization code flow with PKCE, state and nonce (OpenID Connect Core, 3.1; RFC 9700, 2.1.1). What
 * belongs to an attempt goes to the browser and back, encrypted under the master key, so that nothing is kept of strangers. The provider is
 * looked up anew for each step: that is seldom, and so its changes hold at once.
 */
import type { Configuration, CustomFetchOptions } from "openid-client";
import { Problem } from "#src/http/problem.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";

const attemptLifetimeMs = 10 * 60_000;
/** Seconds that each request to the provider may take. */
const timeout = 5;
const maxAnswerBytes = 262_144;
const purpose = "console/sign_in_attempt";
const idTokenPurpose = "console/id_token";
/** Longest ID token (characters): servers on the way refuse an address that carries a longer one. */
const mostIdToken = 6_000;

/** Settings of the same names. */
export interface ProviderSettings {
  readonly oidcIssuer: string | undefined;
  readonly oidcClientId: string | undefined;
  readonly oidcClientSecret: string | undefined;
  readonly oidcName: string | undefined;
  readonly oidcTrustEmail: boolean;
  readonly oidcSignOut: boolean;
}

interface Attempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The person whom the provider has named. */
export interface ProvenPerson {
  /** Verified, in lower case. */
  readonly email: string;
  /** Sealed; null where nobody is signed out at the provider. */
  readonly idToken: Buffer | null;
}

export interface BegunSignIn {
  readonly url: string;
  readonly attempt: string;
  readonly expiresAt: Date;
}

export class OpenIdProvider {
  readonly #settings: ProviderSettings;
  readonly #masterKey: MasterKey;
  readonly #now: () => number;

  /** @param now milliseconds since the epoch. */
  constructor(settings: ProviderSettings, masterKey: MasterKey, now: () => number) {
    this.#settings = settings;
    this.#masterKey = masterKey;
    this.#now = now;
  }

  /** What people call it; null where the server is connected with none. */
  get name(): string | null {
    const { oidcIssuer, oidcName } = this.#settings;
    return oidcIssuer === undefined ? null : (oidcName ?? new URL(oidcIssuer).host);
  }

  /** Where the browser goes to sign in, and comes back from to `redirectUri`. Throws Problem SIGN_IN_PROVIDER_UNAVAILABLE. */
  async begin(redirectUri: string): Promise<BegunSignIn> {
    const client = await import("openid-client");
    const provider = await this.#configuration();
    const attempt: Attempt = {
      redirectUri,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      expiresAt: this.#now() + attemptLifetimeMs,
    };
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: "openid email",
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: "S256",
    });
    const sealed = encryptSecret(this.#masterKey, JSON.stringify(attempt), purpose).toString("base64url");
    return { url: url.href, attempt: sealed, expiresAt: new Date(attempt.expiresAt) };
  }

  /**
   * The person who has signed in. `answer` is the query that the browser came back with. Throws Problem UNAUTHENTICATED
   * where the provider has refused or the attempt is over, FORBIDDEN without a verified address, and
   * SIGN_IN_PROVIDER_UNAVAILABLE.
   */
  async complete(sealed: string, answer: string): Promise<ProvenPerson> {
    const attempt = this.#opened(sealed);
    if (attempt === null || new URLSearchParams(answer).get("state") !== attempt.state)
      throw refused("This sign-in took longer than ten minutes, or began in another window. Begin again.");
    const client = await import("openid-client");
    const provider = await this.#configuration();
    const { claims, idToken } = await this.#proven(provider, attempt, answer).catch((error: unknown) => {
      if (error instanceof client.AuthorizationResponseError) throw refusedByProvider(error.error);
      if (error instanceof client.ResponseBodyError && error.error === "invalid_grant")
        throw refused("What the provider answered was used before, or is too old. Begin again.");
      throw unavailable(error);
    });
    const { email } = claims;
    if (typeof email !== "string" || email === "")
      throw new Problem("FORBIDDEN", {
        detail: "The provider names no e-mail address of yours, by which roles are given.",
      });
    if (claims.email_verified !== true && !this.#settings.oidcTrustEmail)
      throw new Problem("FORBIDDEN", {
        detail: `The provider does not say that ${email} is verified. Verify the address there, then sign in again.`,
      });
    const isKept = this.#settings.oidcSignOut && idToken.length <= mostIdToken;
    return {
      email: email.toLowerCase(),
      idToken: isKept ? encryptSecret(this.#masterKey, idToken, idTokenPurpose) : null,
    };
  }

  /**
   * Where the browser goes to end its session at the provider, and comes back from to `redirectUri` (OpenID Connect RP-Initiated Logout 1.0, 2). Null
   * where the provider has no such address or does not answer: signing out here is not to fail for that.
   */
  async signOutAddress(sealed: Buffer, redirectUri: string): Promise<string | null> {
    if (!this.#settings.oidcSignOut) return null;
    const client = await import("openid-client");
    const provider = await this.#configuration().catch(() => null);
    if (provider?.serverMetadata().end_session_endpoint === undefined) return null;
    const idToken = decryptSecret(this.#masterKey, sealed, idTokenPurpose);
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: redirectUri };
    return client.buildEndSessionUrl(provider, parameters).href;
  }

  #opened(sealed: string): Attempt | null {
    try {
      const attempt = JSON.parse(decryptSecret(this.#masterKey, Buffer.from(sealed, "base64url"), purpose)) as Attempt;
      return attempt.expiresAt > this.#now() ? attempt : null;
    } catch {
      return null;
    }
  }

  /** Claims of the ID token, and of UserInfo where that does not name the address (OpenID Connect Core, 5.4). */
  async #proven(
    provider: Configuration,
    attempt: Attempt,
    answer: string,
  ): Promise<{ readonly claims: Readonly<Record<string, unknown>>; readonly idToken: string }> {
    const client = await import("openid-client");
    const tokens = await client.authorizationCodeGrant(provider, new URL(`${attempt.redirectUri}?${answer}`), {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const [claims, idToken] = [tokens.claims() ?? {}, tokens.id_token ?? ""];
    if ("email" in claims || provider.serverMetadata().userinfo_endpoint === undefined) return { claims, idToken };
    return { claims: await client.fetchUserInfo(provider, tokens.access_token, String(tokens.claims()?.sub)), idToken };
  }

  async #configuration(): Promise<Configuration> {
    const { oidcIssuer, oidcClientId = "", oidcClientSecret } = this.#settings;
    if (oidcIssuer === undefined)
      throw new Problem("SIGN_IN_PROVIDER_UNAVAILABLE", {
        detail: "This server is connected with no provider. Sign in by a link of: accord console",
      });
    const client = await import("openid-client");
    const issuer = new URL(oidcIssuer);
    const execute = [client.enableNonRepudiationChecks];
    // The setting admits plain HTTP on this machine alone.
    if (issuer.protocol === "http:") execute.push(client.allowInsecureRequests);
    const options = { execute, timeout, [client.customFetch]: boundedFetch };
    try {
      const found = await client.discovery(issuer, oidcClientId, oidcClientSecret, undefined, options);
      const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = found.serverMetadata();
      if (oidcClientSecret !== undefined && methods.includes("client_secret_post")) return found;
      const auth = oidcClientSecret === undefined ? client.None() : client.ClientSecretBasic(oidcClientSecret);
      const chosen = new client.Configuration(found.serverMetadata(), oidcClientId, oidcClientSecret, auth);
      chosen.timeout = timeout;
      chosen[client.customFetch] = boundedFetch;
      for (const extend of execute) extend(chosen);
      return chosen;
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function refused(detail: string): Problem {
  return new Problem("UNAUTHENTICATED", { detail });
}

/** Codes of RFC 6749, 4.1.2.1, and OpenID Connect Core, 3.1.2.6. The answer came through the browser: others are not repeated. */
function refusedByProvider(code: string): Problem {
  if (code === "server_error" || code === "temporarily_unavailable") return unavailable(new Error(code));
  return code === "access_denied"
    ? refused("The provider has refused, or you have cancelled. Begin again, or ask whoever runs the provider.")
    : refused("The provider has refused this sign-in. Begin again; if it stays so, tell whoever runs this server.");
}

function unavailable(cause: unknown): Problem {
  return new Problem("SIGN_IN_PROVIDER_UNAVAILABLE", { cause });
}

/** What the provider sends is read up to a bound. Throws RangeError beyond it. */
async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new RangeError("The provider's answer is too long");
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return new Response(body, { status, statusText, headers });
}
