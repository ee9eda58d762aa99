/**
 * The caller's address, and the origin that the caller used. X-Forwarded-* headers are used only when the connection comes from a proxy
 * that the operator trusts, and then only the entries that trusted proxies have written.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

export interface TrustedProxies {
  has(address: string): boolean;
}

/** Trusts no proxy. */
export const noProxies: TrustedProxies = { has: () => false };

/** Trusts the addresses and CIDR ranges of `list`. Throws an error when an entry is neither. */
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

/** The IPv4 address of ::ffff:a.b.c.d, the form in which dual-stack sockets show it. Other addresses are returned unchanged. */
function unmapped(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/** The client's address: the last address in X-Forwarded-For that is not a trusted proxy, or the address of the connection. */
export function remoteAddressOf(incoming: IncomingMessage, proxies: TrustedProxies): string {
  let address = unmapped(incoming.socket.remoteAddress ?? "");
  if (!proxies.has(address)) return address;
  const chain = headerText(incoming, "x-forwarded-for").split(",").slice(-20).reverse();
  for (const hop of chain) {
    const candidate = unmapped(withoutPort(hop.trim()));
    if (isIP(candidate) === 0) break;
    address = candidate;
    if (!proxies.has(address)) break;
  }
  return address;
}

/** Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711` (the form of RFC 7239, 6). */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([0-9.]{7,15}))(?::\d{1,5})?$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/**
 * The network by which callers without credentials are counted: the IPv4 address, or the /64 network of an IPv6 address, because a client
 * usually has a whole /64 (RFC 6177). Never throws: text that is no address is its own network.
 */
export function networkOf(address: string): string {
  // The zone of a link-local address names an interface of this machine, in characters that the parser does not know (`%br-4f5e`).
  const [plain = ""] = unmapped(address).split("%", 1);
  if (!ipaddr.IPv6.isValid(plain)) return plain;
  const { parts } = ipaddr.IPv6.parse(plain);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** `host` or `host:port` as the caller sent it, also through a trusted proxy; empty when the request has no host. */
export function hostOf(incoming: IncomingMessage, proxies: TrustedProxies): string {
  const behindProxy = proxies.has(unmapped(incoming.socket.remoteAddress ?? ""));
  const forwarded = behindProxy ? headerText(incoming, "x-forwarded-host").split(",")[0]?.trim() : "";
  return forwarded || headerText(incoming, "host");
}

/** `scheme://host` as the caller sees it; null when the request has no usable host. */
export function originOf(incoming: IncomingMessage, proxies: TrustedProxies): string | null {
  const behindProxy = proxies.has(unmapped(incoming.socket.remoteAddress ?? ""));
  const encrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  const forwardedProto = behindProxy ? headerText(incoming, "x-forwarded-proto").split(",")[0]?.trim() : "";
  const scheme =
    forwardedProto === "https" || forwardedProto === "http" ? forwardedProto : encrypted ? "https" : "http";
  const host = hostOf(incoming, proxies);
  return hostPattern.test(host) ? `${scheme}://${host}` : null;
}

function headerText(incoming: IncomingMessage, name: string): string {
  const value = incoming.headers[name];
  return (Array.isArray(value) ? value.join(",") : value) ?? "";
}
