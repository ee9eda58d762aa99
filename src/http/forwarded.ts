/**
 * Who the caller is and under which address it reached us. X-Forwarded-* is believed only when the connection comes
 * from a proxy that the operator has named, and then only the entries that such proxies wrote.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export interface TrustedProxies {
  has(address: string): boolean;
}

export const noProxies: TrustedProxies = { has: () => false };

/** `list` holds addresses and CIDR ranges. Throws when an entry is neither. */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  if (list.length === 0) return noProxies;
  const blocks = new BlockList();
  for (const entry of list) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0) throw new Error(`${entry} is neither an address nor a CIDR range`);
    if (prefix === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(prefix), family);
  }
  return {
    has: (address) => {
      const plain = unmapped(address);
      return isIP(plain) !== 0 && blocks.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
    },
  };
}

/** An IPv4 address that arrives on a dual-stack socket as ::ffff:a.b.c.d. */
function unmapped(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/** The last address in X-Forwarded-For that is not one of our proxies, or that of the connection. */
export function remoteAddressOf(incoming: IncomingMessage, proxies: TrustedProxies): string {
  let address = unmapped(incoming.socket.remoteAddress ?? "");
  if (!proxies.has(address)) return address;
  const chain = headerText(incoming, "x-forwarded-for").split(",").slice(-20).reverse();
  for (const hop of chain) {
    const candidate = unmapped(hop.trim());
    if (isIP(candidate) === 0) break;
    address = candidate;
    if (!proxies.has(address)) break;
  }
  return address;
}

const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** `scheme://host` as the caller sees it, or null when the request names no usable host. */
export function originOf(incoming: IncomingMessage, proxies: TrustedProxies): string | null {
  const behindProxy = proxies.has(unmapped(incoming.socket.remoteAddress ?? ""));
  const encrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  const forwardedProto = behindProxy ? headerText(incoming, "x-forwarded-proto").split(",")[0]?.trim() : "";
  const forwardedHost = behindProxy ? headerText(incoming, "x-forwarded-host").split(",")[0]?.trim() : "";
  const scheme =
    forwardedProto === "https" || forwardedProto === "http" ? forwardedProto : encrypted ? "https" : "http";
  const host = forwardedHost || headerText(incoming, "host");
  return hostPattern.test(host) ? `${scheme}://${host}` : null;
}

function headerText(incoming: IncomingMessage, name: string): string {
  const value = incoming.headers[name];
  return (Array.isArray(value) ? value.join(",") : value) ?? "";
}
