/**
 * Where documents may be fetched from: a host on the insurer's list, and then whatever a public destination must be
 * (https, nothing but public addresses behind the name). The address that was looked at is the one that is dialled, so
 * that the name cannot lead elsewhere a moment later.
 */
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { DestinationRefused } from "#src/webhooks/destination-rules.ts";
import type { Destinations } from "#src/webhooks/destinations.ts";
import type { RedirectRule } from "./failure.ts";

export class RedirectRefused extends Error {
  readonly rule: RedirectRule;

  constructor(rule: RedirectRule) {
    super(`refused by the rule ${rule}`);
    this.name = "RedirectRefused";
    this.rule = rule;
  }
}

export interface AdmittedRedirect {
  readonly url: URL;
  /** Dials the address that was looked at. */
  readonly lookup: LookupFunction;
}

/**
 * `hosts` carry their port unless it is 443. Loopback is open where `destinations` opens it, and then only for hosts on
 * the list too. Throws RedirectRefused.
 */
export async function admitRedirect(
  address: string,
  hosts: readonly string[],
  destinations: Destinations,
): Promise<AdmittedRedirect> {
  if (!hosts.includes(URL.parse(address)?.host ?? "")) throw new RedirectRefused("host");
  try {
    const { url, addresses } = await destinations.check(address);
    const [first] = addresses;
    if (first === undefined) throw new RedirectRefused("unresolvable");
    return { url, lookup: pinnedTo(first) };
  } catch (error) {
    throw error instanceof DestinationRefused ? new RedirectRefused(error.rule) : error;
  }
}

function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
