/**
 * Signing in at an OpenID provider: the authorization code flow with PKCE, state and nonce (OpenID Connect Core, 3.1; RFC 9700, 2.1.1).
 * The state of an attempt is kept in the browser, encrypted under the master key, so the server stores nothing before a person is
 * identified. The provider's configuration is fetched for each step: sign-ins are rare, and so its changes take effect at once.
 */
import type { Configuration, CustomFetchOptions } from "openid-client";
import { readAtMost } from "#src/http/collected-bytes.ts";
import { Problem } from "#src/http/problem.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";

const attemptLifetimeMs = 10 * 60_000;
/** Time limit of each request to the provider (seconds). */
const timeout = 5;
const maxAnswerBytes = 262_144;
const purpose = "console/sign_in_attempt";
const idTokenPurpose = "console/id_token";
/** Longest ID token that is kept (characters). Signing out sends it in a URL, and proxies refuse longer URLs. */
const mostIdToken = 6_000;

/** The settings of the same names. */
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

/** The person whom the provider has identified. */
export interface ProvenPerson {
  /** The verified e-mail address, in lower case. */
  readonly email: string;
  /** Sealed; null when signing out does not sign out at the provider. */
  readonly idToken: Buffer | null;
}

export interface BegunSignIn {
  readonly url: string;
  readonly attempt: string;
  readonly expiresAt: Date;
}

/** The OpenID provider that the settings name, if any. */
export class OpenIdProvider {
  readonly #settings: ProviderSettings;
  readonly #masterKey: MasterKey;
  readonly #now: () => number;

  /** @param now returns milliseconds since the epoch. */
  constructor(settings: ProviderSettings, masterKey: MasterKey, now: () => number) {
    this.#settings = settings;
    this.#masterKey = masterKey;
    this.#now = now;
  }

  /** The provider's name on the sign-in button; null when no provider is configured. */
  get name(): string | null {
    const { oidcIssuer, oidcName } = this.#settings;
    return oidcIssuer === undefined ? null : (oidcName ?? new URL(oidcIssuer).host);
  }

  /**
   * Begins a sign-in: returns the address to send the browser to. The provider sends it back to `redirectUri`. Throws Problem
   * SIGN_IN_PROVIDER_UNAVAILABLE.
   */
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
   * Completes a sign-in: returns the person. `answer` is the query that the browser came back with. Throws Problem UNAUTHENTICATED when
   * the provider has refused or the attempt has expired, FORBIDDEN without a verified e-mail address, and SIGN_IN_PROVIDER_UNAVAILABLE.
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
        throw refused("The provider's answer was used before, or is too old. Begin again.");
      throw unavailable(error);
    });
    const { email } = claims;
    if (typeof email !== "string" || email === "")
      throw new Problem("FORBIDDEN", {
        detail:
          "The provider sends no e-mail address for you, and roles are given by e-mail address. Ask whoever runs the provider.",
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
   * Returns the address at which the browser ends its session at the provider, which then sends it back to `redirectUri` (OpenID Connect
   * RP-Initiated Logout 1.0, 2). Null when the provider has no such address or does not answer, so that signing out here never fails.
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

  /** The claims of the ID token, or of UserInfo when the ID token has no e-mail address (OpenID Connect Core, 5.4). */
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
        detail: "No OpenID provider is configured on this server. Sign in with a link from: accord console",
      });
    const client = await import("openid-client");
    const issuer = new URL(oidcIssuer);
    const execute = [client.enableNonRepudiationChecks];
    // The setting allows plain HTTP only for this machine.
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

/**
 * The error for a code of RFC 6749, 4.1.2.1, or OpenID Connect Core, 3.1.2.6. The code came through the browser, so the message never
 * repeats it.
 */
function refusedByProvider(code: string): Problem {
  if (code === "server_error" || code === "temporarily_unavailable") return unavailable(new Error(code));
  return code === "access_denied"
    ? refused("The provider has refused, or you have cancelled. Begin again, or ask whoever runs the provider.")
    : refused("The provider has refused this sign-in. Begin again; if it stays so, tell whoever runs this server.");
}

function unavailable(cause: unknown): Problem {
  return new Problem("SIGN_IN_PROVIDER_UNAVAILABLE", { cause });
}

/** Fetches an answer of the provider up to a limit of bytes. Throws RangeError beyond it. */
async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const body = await readAtMost(maxAnswerBytes, response.body ?? []);
  if (body === null) throw new RangeError("The provider's answer is too long");
  const { status, statusText, headers } = response;
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers });
}
