/** From a receiver's url to the addresses that may be dialled. */
import { Resolver } from "node:dns/promises";
import { addressOf, DestinationRefused, isPublicAddress, parseDestination } from "./destination-rules.ts";

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
