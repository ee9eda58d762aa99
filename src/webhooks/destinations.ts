/** From a receiver's url to the addresses that may be dialled. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Answers of the DNS for one name; tests bring their own. Rejects when there is none. */
export interface NameResolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

export interface DestinationsOptions {
  /** `ACCORD_WEBHOOK_ALLOW_LOOPBACK`: lets `http://127.0.0.1` receive. */
  readonly allowLoopback: boolean;
  readonly resolver?: NameResolver;
}

export interface Destination {
  readonly url: URL;
  /** All checked, IPv4 first, at least one: these are to be dialled, and the name not resolved again. */
  readonly addresses: readonly string[];
}

/** More answers than any service needs; the rest is neither checked nor dialled, so the name is refused. */
const maxAnswers = 64;

export class Destinations {
  readonly #allowLoopback: boolean;
  readonly #resolver: NameResolver;
  /** Sends to one host that begin together share one lookup; nothing is remembered beyond it. */
  readonly #lookups = new Map<string, Promise<string[]>>();

  constructor({ allowLoopback, resolver }: DestinationsOptions) {
    this.#allowLoopback = allowLoopback;
    // Not dns.lookup: that one reads /etc/hosts and blocks a thread of a pool of four for as long as a server is silent.
    this.#resolver = resolver ?? new Resolver({ timeout: 2_000, tries: 2 });
  }

  /** Checks a url and every address behind it, now. Throws DestinationRefused. */
  async check(text: string): Promise<Destination> {
    const url = parseDestination(text, { allowLoopback: this.#allowLoopback });
    const literal = addressOf(url);
    if (literal !== null) return { url, addresses: [literal] };
    const addresses = await this.#addressesOf(url.hostname);
    if (addresses.length === 0) throw new DestinationRefused("unresolvable");
    if (addresses.length > maxAnswers || !addresses.every(isPublicAddress)) {
      throw new DestinationRefused("addressNotPublic");
    }
    return { url, addresses };
  }

  #addressesOf(name: string): Promise<string[]> {
    const running = this.#lookups.get(name);
    if (running !== undefined) return running;
    const lookup = Promise.allSettled([this.#resolver.resolve4(name), this.#resolver.resolve6(name)]).then((answers) =>
      answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
    );
    this.#lookups.set(name, lookup);
    void lookup.finally(() => this.#lookups.delete(name));
    return lookup;
  }
}

/**
 * Where webhooks may not go. A receiver's url is chosen by a customer and dialled from inside our network, so
 * everything that is not plainly a public https service is refused (OWASP, server-side request forgery). Each rule has
 * a code for programs and a text for people; neither ever tells what an internal name resolved to.
 */
export const destinationRules = {
  urlTooLong: "must not be longer than 2048 characters",
  urlMalformed: "must be an absolute URL without spaces, control characters or backslashes",
  scheme: "must use https",
  userInfo: "must not contain a user name or password",
  port: "must use port 443, or a port above 1023 that no other well-known service uses",
  hostName: "must name a public host: not a single label, and not a name reserved for local use",
  unresolvable: "must name a host that the public DNS resolves",
  addressNotPublic: "must lead to public addresses only; at least one address of this host is not public",
} as const;

export type DestinationRule = keyof typeof destinationRules;

/** The url, or what its host resolves to, breaks a rule. */
export class DestinationRefused extends Error {
  readonly rule: DestinationRule;

  constructor(rule: DestinationRule) {
    super(destinationRules[rule]);
    this.name = "DestinationRefused";
    this.rule = rule;
  }
}

const maxUrlLength = 2_048;

/** Names that only mean something inside a network: RFC 6761, 6762, 7686, 8375, 9476, and common private choices. */
const localSuffixes = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "onion",
  "alt",
  "test",
  "invalid",
];

/** Ports above 1023 that the Fetch standard ("port blocking") keeps browsers from. */
const blockedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Public by the registries, and yet inside: Azure's metadata and DNS service answers there in every network. */
const alsoInternal = ["168.63.129.16/32"].map((range) => ipaddr.parseCIDR(range));

/** Everything public in IPv6 is global unicast (RFC 4291, 2.4); the exceptions in it are ipaddr.js's ranges. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * The url as it will be dialled, when its text breaks no rule; what its host resolves to is still to be seen.
 * `allowLoopback` also lets `http://127.0.0.1` through, spelled exactly so. Throws DestinationRefused.
 */
export function parseDestination(text: string, { allowLoopback }: { readonly allowLoopback: boolean }): URL {
  if (text.length > maxUrlLength) throw new DestinationRefused("urlTooLong");
  // The parser would silently drop or turn these, and other readers of the same text would not.
  if (/[\s\\\p{C}]/u.test(text)) throw new DestinationRefused("urlMalformed");
  const url = URL.parse(text);
  if (url === null || !/^[a-z]+:\/\/[^/]/i.test(text)) throw new DestinationRefused("urlMalformed");
  if (url.href.length > maxUrlLength) throw new DestinationRefused("urlTooLong");
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    throw new DestinationRefused("userInfo");
  }
  if (allowLoopback && /^http:\/\/127\.0\.0\.1(?::\d{1,5})?(?:[/?#]|$)/.test(text)) return url;
  if (url.protocol !== "https:") throw new DestinationRefused("scheme");
  if (!portAllowed(url.port)) throw new DestinationRefused("port");
  const literal = addressOf(url);
  if (literal === null) checkName(url.hostname);
  else if (!isPublicAddress(literal)) throw new DestinationRefused("addressNotPublic");
  return url;
}

/** The address when the host of a parsed url is one (its parser has made any spelling canonical), else null. */
export function addressOf({ hostname }: URL): string | null {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return ipaddr.IPv4.isValidFourPartDecimal(hostname) ? hostname : null;
}

/** Whether anyone on the internet may be meant by this address. Mapped and translated forms never are. */
export function isPublicAddress(text: string): boolean {
  // Node would take a text that it cannot dial as an address for a name, and look it up again.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast) && !holdsIsatap(address);
  return !alsoInternal.some((range) => address.match(range));
}

/** ISATAP (RFC 5214, 6.1): an interface id that begins so ends in the IPv4 address which is meant. */
function holdsIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
}

function portAllowed(port: string): boolean {
  if (port === "" || port === "443") return true;
  const number = Number(port);
  return number > 1023 && !blockedPorts.has(number);
}

function checkName(hostname: string): void {
  const name = hostname.replace(/\.$/, "").toLowerCase();
  const labels = name.split(".");
  const wellFormed =
    name.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  const local = localSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  // A last label of digits would be read as an address by some resolvers.
  if (!wellFormed || labels.length < 2 || local || /^\d+$/.test(labels.at(-1) ?? "")) {
    throw new DestinationRefused("hostName");
  }
}
