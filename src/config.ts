/**
 * The configuration: environment variables, each with its default, its meaning and what it accepts, in one table that
 * also prints itself in `--help` and docs/settings.md. Everything wrong is reported at once, and secrets are never echoed.
 */
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "#src/release.ts";
import {
  choice,
  database,
  email,
  hosts,
  integer,
  key,
  labelNames,
  line,
  optional,
  plain,
  quota,
  ranges,
  retention,
  type Setting,
  text,
  url,
  whole,
  word,
} from "#src/setting.ts";
import { misspelt } from "#src/setting-names.ts";
import { backupKeyForm, parseBackupKey } from "#src/storage/backup/backup-key.ts";
import { StartupError } from "#src/storage/startup-error.ts";

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const hostName = /^[A-Za-z0-9.:_-]{1,253}$/;

const settings = {
  host: text("ACCORD_HOST", "The address to listen on", "a host name or an IP address", "127.0.0.1", hostName),
  port: whole("ACCORD_PORT", "The port to listen on; 0 takes a free one", 8080, 0, 65_535),
  build: {
    ...text(
      "ACCORD_BUILD",
      "What is deployed, as the insurance API's health names it: a commit, a tag, a number",
      "1 to 64 letters, digits, dots, plus signs, underscores and hyphens",
      release,
      /^[A-Za-z0-9.+_-]{1,64}$/,
    ),
    shown: "Accord's version",
  },
  dataDir: {
    ...plain("ACCORD_DATA_DIR", "Where the embedded database, files and demo secrets live", "a folder"),
    fallback: () => join(projectFolder, ".accord"),
    shown: ".accord in the project folder",
    read: (given: string) => (given.includes("\0") ? undefined : isAbsolute(given) ? given : resolve(given)),
  },
  databaseUrl: database(
    "ACCORD_DATABASE_URL",
    "A PostgreSQL 16 or later to use instead of the embedded one",
    "the embedded PostgreSQL",
  ),
  workDatabaseUrl: database(
    "ACCORD_WORK_DATABASE_URL",
    "The login of `accord work` at the same database",
    "ACCORD_DATABASE_URL",
  ),
  migrateDatabaseUrl: database(
    "ACCORD_MIGRATE_DATABASE_URL",
    "The login that owns the tables: `accord migrate`, and what operators do on the command line",
    "ACCORD_DATABASE_URL",
  ),
  s3Endpoint: optional(
    "ACCORD_S3_ENDPOINT",
    "An S3-compatible object store to use instead of the embedded one",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
    { shown: "Amazon S3 when ACCORD_S3_BUCKET is set, else the embedded store" },
  ),
  s3PublicEndpoint: optional(
    "ACCORD_S3_PUBLIC_ENDPOINT",
    "The same store as clients reach it: they are given its address for uploads",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
    { shown: "ACCORD_S3_ENDPOINT" },
  ),
  s3Bucket: optional(
    "ACCORD_S3_BUCKET",
    "The bucket for uploaded files",
    "a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens",
    (given) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given) ? given : undefined),
    { shown: "the embedded object store" },
  ),
  awsRegion: text(
    "AWS_REGION",
    "The region of the bucket",
    "a region such as eu-west-1",
    "us-east-1",
    /^[a-z0-9-]{1,40}$/,
  ),
  awsAccessKeyId: optional("AWS_ACCESS_KEY_ID", "Credentials for the object store", "an access key id", word, {
    shown: "what the AWS SDK finds by itself",
  }),
  awsSecretAccessKey: optional(
    "AWS_SECRET_ACCESS_KEY",
    "Credentials for the object store",
    "a secret access key",
    word,
    {
      secret: true,
      shown: "what the AWS SDK finds by itself",
    },
  ),
  awsSessionToken: optional("AWS_SESSION_TOKEN", "For temporary credentials", "a session token", word, {
    secret: true,
  }),
  masterKey: optional(
    "ACCORD_MASTER_KEY",
    "Encrypts recoverable secrets in the database",
    "32 bytes in base64 or hex",
    key,
    { secret: true, shown: "made on first start in the data folder, with the embedded database only" },
  ),
  metricsHost: text(
    "ACCORD_METRICS_HOST",
    "The address to listen on for Prometheus metrics, which anyone who reaches it can read",
    "a host name or an IP address",
    "127.0.0.1",
    hostName,
  ),
  masterKeyPrevious: optional(
    "ACCORD_MASTER_KEY_PREVIOUS",
    "Another master key, which is read with and not written with, while `accord master-key rotate` exchanges them",
    "32 bytes in base64 or hex",
    key,
    { secret: true },
  ),
  backupKey: optional(
    "ACCORD_BACKUP_KEY",
    "Encrypts what `accord backup` writes, and opens it for `accord restore`",
    backupKeyForm,
    parseBackupKey,
    { secret: true },
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
    "Most connections at once; past it, the one that has waited longest for its client makes room",
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
  symbolMemory: whole(
    "ACCORD_SYMBOL_MEMORY",
    "Most MiB of memory of all processes together that read uploaded symbols; the largest file may take 384 less",
    640,
    512,
    1_048_576,
  ),
  contactName: optional(
    "ACCORD_CONTACT_NAME",
    "Whom users of the APIs turn to, as the published documents say",
    "a name of at most 200 characters",
    (given) => line(given, 200),
    { shown: "Whoever runs this server" },
  ),
  contactUrl: optional(
    "ACCORD_CONTACT_URL",
    "Where they reach them on the web, as the published documents say",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
  ),
  contactEmail: optional(
    "ACCORD_CONTACT_EMAIL",
    "Where they write to, as the published documents say",
    "an email address",
    email,
  ),
  serverDescription: optional(
    "ACCORD_SERVER_DESCRIPTION",
    "What this server is, such as production or a sandbox, as the published documents say",
    "a text of at most 500 characters, on one line",
    (given) => line(given, 500),
    { shown: "what each document says" },
  ),
  termsUrl: optional(
    "ACCORD_TERMS_URL",
    "Where the terms of the APIs are, as the published documents say",
    "an http or https URL",
    (given) => url(given, ["http:", "https:"]),
  ),
  logLevel: choice("ACCORD_LOG_LEVEL", "The least severe log line to write", "info", [
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
  webhookAllowLoopback: {
    ...plain(
      "ACCORD_WEBHOOK_ALLOW_LOOPBACK",
      "Lets http://127.0.0.1 receive webhooks: development and tests only",
      "1 or 0",
    ),
    fallback: () => false,
    shown: "0",
    read: (given: string) => (given === "1" ? true : given === "0" ? false : undefined),
  },
  quotaEvents: quota("ACCORD_QUOTA_EVENTS", "server and browser events", 60_000),
  quotaMobileEvents: whole(
    "ACCORD_QUOTA_MOBILE_EVENTS",
    "Most mobile events of a project in any 60 seconds",
    12_000,
    1,
    1_000_000_000,
  ),
  quotaOtlpRequests: quota("ACCORD_QUOTA_OTLP_REQUESTS", "OTLP and remote-write requests", 6_000),
  quotaMetricSamples: quota("ACCORD_QUOTA_METRIC_SAMPLES", "metric samples", 30_000_000),
  quotaMetricBytes: whole(
    "ACCORD_QUOTA_METRIC_BYTES",
    "Most bytes of metrics, before compression, of a project in a minute",
    4_000_000_000,
    1,
    1_000_000_000_000,
  ),
  quotaSeries: whole(
    "ACCORD_QUOTA_SERIES",
    "Most series of metrics that a project may have within the retention, in each environment",
    1_000_000,
    1,
    100_000_000,
  ),
  quotaLabelBytes: whole(
    "ACCORD_QUOTA_LABEL_BYTES",
    "Most bytes that the labels of these series may take, in each environment",
    500_000_000,
    1,
    100_000_000_000,
  ),
  quotaWebVitals: quota("ACCORD_QUOTA_WEB_VITALS", "web vitals", 6_000),
  quotaQueries: quota("ACCORD_QUOTA_QUERIES", "queries", 600),
  promqlExperimental: {
    ...plain(
      "ACCORD_PROMQL_EXPERIMENTAL",
      "Whether queries of metrics may use functions and aggregations that Prometheus calls experimental",
      "1 or 0",
    ),
    fallback: () => false,
    shown: "0",
    read: (given: string) => (given === "1" ? true : given === "0" ? false : undefined),
  },
  alertExternalUrl: text(
    "ACCORD_ALERT_EXTERNAL_URL",
    "Where receivers of alerts find the observability API: their links, and externalURL in templates",
    "an http or https URL",
    "http://127.0.0.1:8080/observability",
    /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/,
  ),
  alertGroupBy: {
    ...plain(
      "ACCORD_ALERT_GROUP_BY",
      "Labels that alerts have in common which are told of together",
      "names of labels, separated by commas (at most 16)",
    ),
    fallback: (): readonly string[] => ["alertname"],
    shown: "alertname",
    read: labelNames,
  },
  alertGroupWait: whole(
    "ACCORD_ALERT_GROUP_WAIT",
    "Seconds that the first alert of a group waits for others before it is told of",
    30,
    0,
    86_400,
  ),
  alertGroupInterval: whole(
    "ACCORD_ALERT_GROUP_INTERVAL",
    "Seconds before a group of alerts that has changed is told of again",
    300,
    1,
    86_400,
  ),
  alertRepeatInterval: whole(
    "ACCORD_ALERT_REPEAT_INTERVAL",
    "Seconds before a group of alerts that fires on unchanged is told of again",
    14_400,
    1,
    31_536_000,
  ),
  quotaSymbolBytes: whole(
    "ACCORD_QUOTA_SYMBOL_BYTES",
    "Most bytes that the symbols of a project have together, their indexes included, in each environment",
    50 * 1024 ** 3,
    1,
    1024 ** 5,
  ),
  quotaSymbolUploads: whole(
    "ACCORD_QUOTA_SYMBOL_UPLOADS",
    "Most files of symbols that a project announces on one day (UTC), in each environment",
    1_000,
    1,
    1_000_000,
  ),
  quotaInsuranceRequests: whole(
    "ACCORD_QUOTA_INSURANCE_REQUESTS",
    "Most requests of an insurance API key in a minute",
    600,
    1,
    1_000_000_000,
  ),
  quotaUnknownKeys: whole(
    "ACCORD_QUOTA_UNKNOWN_KEYS",
    "Most unknown keys that an address may try in a minute, of each API and process",
    100,
    1,
    1_000_000_000,
  ),
  quotaWalletRequests: whole(
    "ACCORD_QUOTA_WALLET_REQUESTS",
    "Most requests of a wallet integrator in a minute",
    300,
    1,
    1_000_000_000,
  ),
  insurerDeadlineMs: whole(
    "ACCORD_INSURER_DEADLINE_MS",
    "Longest that a call of an insurer may take, in milliseconds; shorter where its protocol says so",
    30_000,
    100,
    30_000,
  ),
  quotaFailedLogins: whole(
    "ACCORD_QUOTA_FAILED_LOGINS",
    "Most failed attempts to sign in to an account from one address in 15 minutes",
    10,
    1,
    1_000_000,
  ),
  quotaRegistrations: whole(
    "ACCORD_QUOTA_REGISTRATIONS",
    "Most registrations from one address in an hour; an IPv6 address counts with the 64 bits of its network",
    60,
    1,
    1_000_000,
  ),
  quotaPasswordResets: whole(
    "ACCORD_QUOTA_PASSWORD_RESETS",
    "Most password resets that are asked for from one address in an hour, and most that are tried; an IPv6 address counts with the 64 bits of its network",
    30,
    1,
    1_000_000,
  ),
  quotaBusinessBytes: whole(
    "ACCORD_QUOTA_BUSINESS_BYTES",
    "Most bytes that the files have together that the insurance API keeps for a business, in each environment",
    10 * 1024 ** 3,
    1,
    1024 ** 5,
  ),
  quotaAccountBytes: whole(
    "ACCORD_QUOTA_ACCOUNT_BYTES",
    "Most bytes that the files of an account of the placeholder API have together",
    1024 ** 3,
    1,
    1024 ** 5,
  ),
  retentionEvents: retention("ACCORD_RETENTION_EVENTS", "events", 90),
  retentionLogs: retention("ACCORD_RETENTION_LOGS", "logs", 30),
  retentionTraces: retention("ACCORD_RETENTION_TRACES", "traces", 7),
  retentionMetrics: retention("ACCORD_RETENTION_METRICS", "metrics", 395),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;

export type Config = { readonly [Name in keyof Settings]: ReturnType<Settings[Name]["fallback"]> };

/** One line of the table of settings. */
export interface SettingLine {
  readonly variable: string;
  readonly meaning: string;
  readonly expected: string;
  readonly default: string;
}

/** The table of settings, for `--help` and docs/settings.md. */
export const settingLines: readonly SettingLine[] = Object.values(settings).map((setting) => ({
  variable: setting.variable,
  meaning: setting.meaning,
  expected: setting.expected,
  default: setting.shown,
}));

/**
 * Reads the configuration. Throws one `StartupError` that names every bad value and what was expected of it, and every variable that
 * looks like a setting and is none.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const refusals: string[] = [];
  const values = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => {
    const given = env[setting.variable]?.trim() ?? "";
    if (given === "") return [name, setting.fallback(env)];
    const value = setting.read(given);
    if (value === undefined) refusals.push(refusal(setting, given));
    return [name, value];
  });
  const config = Object.fromEntries(values) as Config;
  refusals.push(...contradictions(config, env));
  refusals.push(
    ...misspelt(
      env,
      settingLines.map(({ variable }) => variable),
    ),
  );
  if (refusals.length > 0) throw new StartupError(refusals.join("\n"));
  return config;
}

/** What makes no sense alone: a setting, the one that it needs, and why. */
const companions = [
  ["databaseUrl", "masterKey", "with ACCORD_DATABASE_URL it must be given, as 32 bytes in base64 or hex"],
  ["workDatabaseUrl", "databaseUrl", "ACCORD_WORK_DATABASE_URL is another login at the same database"],
  ["migrateDatabaseUrl", "databaseUrl", "ACCORD_MIGRATE_DATABASE_URL is another login at the same database"],
  ["s3Endpoint", "s3Bucket", "ACCORD_S3_ENDPOINT needs the name of a bucket"],
  ["s3PublicEndpoint", "s3Bucket", "ACCORD_S3_PUBLIC_ENDPOINT is where clients reach that bucket"],
] as const satisfies readonly (readonly [given: keyof Config, needed: keyof Config, reason: string])[];

function contradictions(config: Config, env: NodeJS.ProcessEnv): string[] {
  const found: string[] = [];
  for (const [given, needed, reason] of companions) {
    const { variable } = settings[needed];
    // What was given and is not valid has been told already.
    if (config[given] === undefined || config[needed] !== undefined || env[variable]) continue;
    found.push(`${variable} is missing: ${reason}`);
  }
  if ((config.awsAccessKeyId === undefined) !== (config.awsSecretAccessKey === undefined)) {
    found.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together: one of them is missing");
  }
  if (config.port !== 0 && config.port === config.metricsPort) {
    found.push(`ACCORD_METRICS_PORT is ${config.metricsPort}, the same as ACCORD_PORT: expected another port, or off`);
  }
  return found;
}

function refusal({ variable, expected, secret }: Setting<unknown>, given: string): string {
  const shown = given.length > 60 ? `${given.slice(0, 60)}…` : given;
  return secret
    ? `${variable} is not valid: expected ${expected}`
    : `${variable} is ${JSON.stringify(shown)}: expected ${expected}`;
}
