/** The quota of requests for a sign-in, by network. */
import type { Pool } from "pg";
import { networkOf } from "#src/http/forwarded.ts";
import { overQuota } from "#src/http/rate-limit.ts";
import { takeRequests } from "#src/http/request-budget.ts";

/** Charges one request to the network of an address. Throws Problem RATE_LIMITED. */
export type ChargeSignIn = (remoteAddress: string) => Promise<void>;

/** @param quota requests of a network in a minute. */
export function signInQuota(pool: Pool, quota: number): ChargeSignIn {
  return async (remoteAddress) => {
    const taken = await takeRequests(pool, `sign-in ${networkOf(remoteAddress)}`, quota, 1);
    if (taken.granted < 1) throw overQuota(taken);
  };
}
