/**
 * The configuration: environment variables, each with its default, meaning and accepted values. `--help` and docs/settings.md are
 * made from the tables of src/settings. All faults are reported together, and secrets are never printed.
 */
import { callersSettings } from "#src/settings/callers.ts";
import { misspelt } from "#src/settings/misspelt.ts";
import { observabilitySettings } from "#src/settings/observability.ts";
import { peopleSettings } from "#src/settings/people.ts";
import { serverSettings } from "#src/settings/server.ts";
import type { Setting } from "#src/settings/setting.ts";
import { storageSettings } from "#src/settings/storage.ts";
import { StartupError } from "#src/storage/startup-error.ts";

const settings = {
  ...serverSettings,
  ...storageSettings,
  ...peopleSettings,
  ...callersSettings,
  ...observabilitySettings,
};

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
 * Reads the configuration. Throws one `StartupError` that lists every invalid value with what was expected, and every variable that
 * begins with ACCORD_ but is not a setting.
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

/** Settings that need another setting: the setting, the one that it needs, and the reason. */
const companions = [
  ["databaseUrl", "masterKey", "with ACCORD_DATABASE_URL it must be given, as 32 bytes in base64 or hex"],
  ["workDatabaseUrl", "databaseUrl", "ACCORD_WORK_DATABASE_URL is another login at the same database"],
  ["migrateDatabaseUrl", "databaseUrl", "ACCORD_MIGRATE_DATABASE_URL is another login at the same database"],
  ["s3Endpoint", "s3Bucket", "ACCORD_S3_ENDPOINT needs the name of a bucket"],
  ["s3PublicEndpoint", "s3Bucket", "ACCORD_S3_PUBLIC_ENDPOINT is where clients reach that bucket"],
  ["oidcIssuer", "oidcClientId", "ACCORD_OIDC_ISSUER needs the name under which the provider knows this server"],
  ["oidcClientId", "oidcIssuer", "ACCORD_OIDC_CLIENT_ID is a name at an OpenID provider"],
  ["oidcClientSecret", "oidcIssuer", "ACCORD_OIDC_CLIENT_SECRET is the secret of an OpenID provider"],
] as const satisfies readonly (readonly [given: keyof Config, needed: keyof Config, reason: string])[];

function contradictions(config: Config, env: NodeJS.ProcessEnv): string[] {
  const found: string[] = [];
  for (const [given, needed, reason] of companions) {
    const { variable } = settings[needed];
    // An invalid value has been reported already.
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
