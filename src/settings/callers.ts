/** Settings that affect callers: quotas, deadlines and limits of the insurance, wallet and placeholder APIs, and of keys and webhooks. */
import { flag, positive, type Setting, whole } from "./setting.ts";

export const callersSettings = {
  webhookAllowLoopback: flag(
    "ACCORD_WEBHOOK_ALLOW_LOOPBACK",
    "Allows webhook endpoints at http://127.0.0.1. For development and tests only",
  ),
  quotaUnknownKeys: positive(
    "ACCORD_QUOTA_UNKNOWN_KEYS",
    "Most unknown keys that an address may try in a minute, of each API and process",
    100,
  ),
  quotaInsuranceRequests: positive(
    "ACCORD_QUOTA_INSURANCE_REQUESTS",
    "Most requests of an insurance API key in a minute",
    600,
  ),
  quotaBusinessBytes: positive(
    "ACCORD_QUOTA_BUSINESS_BYTES",
    "Most bytes of all files together that the insurance API keeps for a business, in each environment",
    10 * 1024 ** 3,
    1024 ** 5,
  ),
  insurerDeadlineMs: whole(
    "ACCORD_INSURER_DEADLINE_MS",
    "Longest duration of a call to an insurer, in milliseconds; shorter where the protocol says so",
    30_000,
    100,
    30_000,
  ),
  quotaWalletRequests: positive(
    "ACCORD_QUOTA_WALLET_REQUESTS",
    "Most requests of a wallet integrator in a minute",
    300,
  ),
  quotaFailedLogins: positive(
    "ACCORD_QUOTA_FAILED_LOGINS",
    "Most failed attempts to sign in to an account from one address in 15 minutes",
    10,
    1_000_000,
  ),
  quotaRegistrations: positive(
    "ACCORD_QUOTA_REGISTRATIONS",
    "Most registrations from one address in an hour; an IPv6 address counts with the 64 bits of its network",
    60,
    1_000_000,
  ),
  quotaPasswordResets: positive(
    "ACCORD_QUOTA_PASSWORD_RESETS",
    "Most password resets that one address may request in an hour, and most that it may try to complete; an IPv6 address counts with the 64 bits of its network",
    30,
    1_000_000,
  ),
  quotaAccountBytes: positive(
    "ACCORD_QUOTA_ACCOUNT_BYTES",
    "Most bytes of all files together of an account of the placeholder API",
    1024 ** 3,
    1024 ** 5,
  ),
} satisfies Record<string, Setting<unknown>>;
