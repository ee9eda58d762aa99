/** Settings for people who sign in to the console: the OpenID provider, and how often an address may try. */
import { flag, line, optional, type Setting, url, whole, word } from "./setting.ts";

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

export const peopleSettings = {
  oidcIssuer: optional(
    "ACCORD_OIDC_ISSUER",
    "The OpenID provider that people sign in at, exactly as it calls itself `issuer`",
    "an https URL, or an http URL of this machine",
    (given) => {
      const { protocol, hostname } = URL.parse(given) ?? {};
      return protocol === "http:" && !loopback.has(hostname ?? "") ? undefined : url(given, ["https:", "http:"]);
    },
  ),
  oidcClientId: optional(
    "ACCORD_OIDC_CLIENT_ID",
    "The name under which the provider knows this server",
    "a word",
    word,
  ),
  oidcClientSecret: optional(
    "ACCORD_OIDC_CLIENT_SECRET",
    "The secret that the provider has given this server",
    "a word",
    word,
    { secret: true, shown: "none, for a public client" },
  ),
  oidcName: optional(
    "ACCORD_OIDC_NAME",
    "What people call the provider, on the button that leads there",
    "a name of at most 200 characters",
    (given) => line(given, 200),
    { shown: "the host of ACCORD_OIDC_ISSUER" },
  ),
  oidcTrustEmail: flag(
    "ACCORD_OIDC_TRUST_EMAIL",
    "Takes e-mail addresses that the provider does not call verified. Only where nobody can choose their own there",
  ),
  oidcSignOut: flag(
    "ACCORD_OIDC_SIGN_OUT",
    "Signing out of the console signs out at the provider, too. It has to know `/console` of this server as an address to come back to",
  ),
  quotaSignIns: whole(
    "ACCORD_QUOTA_SIGN_INS",
    "Most requests of one address in a minute to sign in at the provider; an IPv6 address counts with the 64 bits of its network",
    120,
    1,
    1_000_000_000,
  ),
} satisfies Record<string, Setting<unknown>>;
