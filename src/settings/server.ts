/** Settings of the server: addresses, limits of the process, logs, and the operator that the published documents name. */
import { release } from "#src/release.ts";
import {
  choice,
  email,
  hosts,
  integer,
  line,
  optional,
  plain,
  ranges,
  type Setting,
  text,
  url,
  whole,
} from "./setting.ts";

const hostName = /^[A-Za-z0-9.:_-]{1,253}$/;

export const serverSettings = {
  host: text("ACCORD_HOST", "The address to listen on", "a host name or an IP address", "127.0.0.1", hostName),
  port: whole("ACCORD_PORT", "The port to listen on; 0 takes a free one", 8080, 0, 65_535),
  build: {
    ...text(
      "ACCORD_BUILD",
      "The build that is deployed, as the insurance API's health operation names it: a commit, a tag or a number",
      "1 to 64 letters, digits, dots, plus signs, underscores and hyphens",
      release,
      /^[A-Za-z0-9.+_-]{1,64}$/,
    ),
    shown: "Accord's version",
  },
  metricsHost: text(
    "ACCORD_METRICS_HOST",
    "The address to listen on for Prometheus metrics. Anyone who can reach it can read them",
    "a host name or an IP address",
    "127.0.0.1",
    hostName,
  ),
  metricsPort: {
    ...plain("ACCORD_METRICS_PORT", "The port for Prometheus metrics", "a port from 0 to 65535, or off"),
    fallback: (): number | "off" => 9464,
    shown: "9464",
    read: (given: string): number | "off" | undefined => (given === "off" ? "off" : integer(given, 0, 65_535)),
  },
  trustedProxies: {
    ...plain(
      "ACCORD_TRUSTED_PROXIES",
      "Proxies whose X-Forwarded-* headers are believed",
      "addresses or CIDR ranges, separated by commas (at most 64)",
    ),
    fallback: (): readonly string[] => [],
    shown: "none",
    read: ranges,
  },
  allowedHosts: {
    ...plain(
      "ACCORD_ALLOWED_HOSTS",
      "Host names that requests may name; others are answered 421. Probes are answered in any case",
      "names or addresses, each with a port where only that one counts, separated by commas (at most 64)",
    ),
    fallback: (): readonly string[] => [],
    shown: "any",
    read: hosts,
  },
  maxConnections: whole(
    "ACCORD_MAX_CONNECTIONS",
    "Most connections at once. Beyond that, the connection that has waited longest for its client is closed",
    5_000,
    10,
    1_000_000,
  ),
  maxDelay: whole(
    "ACCORD_MAX_DELAY_MS",
    "How late the event loop may be, in milliseconds on average, before new requests are answered 503; probes never are",
    500,
    50,
    60_000,
  ),
  bodyMemory: whole(
    "ACCORD_BODY_MEMORY",
    "Most MiB of request bodies, received and decompressed, in memory at once; more are answered 503",
    128,
    96,
    1_048_576,
  ),
  logLevel: choice("ACCORD_LOG_LEVEL", "The least severe level of log lines that are written", "info", [
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "fatal",
    "silent",
  ]),
  responseChecks: {
    ...choice("ACCORD_RESPONSE_CHECKS", "How many responses are checked against the contract", "always", [
      "always",
      "sampled",
      "off",
    ]),
    fallback: (env: NodeJS.ProcessEnv) => (env.NODE_ENV === "production" ? ("sampled" as const) : ("always" as const)),
    shown: "always; sampled when NODE_ENV is production",
  },
  contactName: optional(
    "ACCORD_CONTACT_NAME",
    "The contact for users of the APIs, as the published documents name it",
    "a name of at most 200 characters",
    (given) => line(given, 200),
    { shown: "Whoever runs this server" },
  ),
  contactUrl: optional(
    "ACCORD_CONTACT_URL",
    "The contact's web page, as the published documents name it",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
  ),
  contactEmail: optional(
    "ACCORD_CONTACT_EMAIL",
    "The contact's e-mail address, as the published documents name it",
    "an email address",
    email,
  ),
  serverDescription: optional(
    "ACCORD_SERVER_DESCRIPTION",
    "The description of this server, such as production or a sandbox, in the published documents",
    "a text of at most 500 characters, on one line",
    (given) => line(given, 500),
    { shown: "what each document says" },
  ),
  termsUrl: optional(
    "ACCORD_TERMS_URL",
    "The address of the APIs' terms, as the published documents name it",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
  ),
} satisfies Record<string, Setting<unknown>>;
