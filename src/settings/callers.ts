/** Settings for callers: quotas, deadlines and limits of the insurance, wallet and placeholder APIs, and of keys and webhooks. */
import { flag, type Setting, whole } from "./setting.ts";

export const callersSettings = {
  webhookAllowLoopback: flag(
    "ACCORD_WEBHOOK_ALLOW_LOOPBACK",
    "Lets http://127.0.0.1 receive webhooks: development and tests only",
  ),
  quotaUnknownKeys: whole(
    "ACCORD_QUOTA_UNKNOWN_KEYS",
    "Most unknown keys that an address may try in a minute, of each API and process",
    100,
    1,
    1_000_000_000,
  ),
  quotaInsuranceRequests: whole(
    "ACCORD_QUOTA_INSURANCE_REQUESTS",
    "Most requests of an insurance API key in a minute",
    600,
    1,
    1_000_000_000,
  ),
  quotaBusinessBytes: whole(
    "ACCORD_QUOTA_BUSINESS_BYTES",
    "Most bytes that the files have together that the insurance API keeps for a business, in each environment",
    10 * 1024 ** 3,
    1,
    1024 ** 5,
  ),
  insurerDeadlineMs: whole(
    "ACCORD_INSURER_DEADLINE_MS",
    "Longest that a call of an insurer may take, in milliseconds; shorter where its protocol says so",
    30_000,
    100,
    30_000,
  ),
  quotaWalletRequests: whole(
    "ACCORD_QUOTA_WALLET_REQUESTS",
    "Most requests of a wallet integrator in a minute",
    300,
    1,
    1_000_000_000,
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
  quotaAccountBytes: whole(
    "ACCORD_QUOTA_ACCOUNT_BYTES",
    "Most bytes that the files of an account of the placeholder API have together",
    1024 ** 3,
    1,
    1024 ** 5,
  ),
} satisfies Record<string, Setting<unknown>>;
