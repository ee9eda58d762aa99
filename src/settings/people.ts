/** Settings of the console's sign-in: the OpenID provider, and how often an address may try. */
import { flag, line, optional, positive, type Setting, url, word } from "./setting.ts";

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

export const peopleSettings = {
  oidcIssuer: optional(
    "ACCORD_OIDC_ISSUER",
    "The OpenID provider at which people sign in to the console: exactly the `issuer` of its configuration",
    "an https URL, or an http URL of this machine",
    (given) => {
      const { protocol, hostname } = URL.parse(given) ?? {};
      return protocol === "http:" && !loopback.has(hostname ?? "") ? undefined : url(given, ["https:", "http:"]);
    },
  ),
  oidcClientId: optional(
    "ACCORD_OIDC_CLIENT_ID",
    "The client id of this server at the OpenID provider",
    "a word",
    word,
  ),
  oidcClientSecret: optional(
    "ACCORD_OIDC_CLIENT_SECRET",
    "The client secret of this server at the OpenID provider",
    "a word",
    word,
    { secret: true, shown: "none, for a public client" },
  ),
  oidcName: optional(
    "ACCORD_OIDC_NAME",
    "The name of the OpenID provider on the sign-in button",
    "a name of at most 200 characters",
    (given) => line(given, 200),
    { shown: "the host of ACCORD_OIDC_ISSUER" },
  ),
  oidcTrustEmail: flag(
    "ACCORD_OIDC_TRUST_EMAIL",
    "Accepts e-mail addresses that the OpenID provider does not mark as verified. Only for providers where nobody can choose their own address",
  ),
  oidcSignOut: flag(
    "ACCORD_OIDC_SIGN_OUT",
    "Signing out of the console also signs out at the OpenID provider. The provider has to list `/console` of this server as a post-logout redirect address",
  ),
  quotaSignIns: positive(
    "ACCORD_QUOTA_SIGN_INS",
    "Most requests of one address in a minute to sign in, with a link or at the provider; an IPv6 address counts with the 64 bits of its network",
    120,
  ),
} satisfies Record<string, Setting<unknown>>;
