/** Limits the host names that the server answers to, because the URLs in answers and pages are made from the request's host. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hostOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { Problem } from "#src/http/problem.ts";
import { refuse } from "./unreadable-requests.ts";

/** 421 Misdirected Request (RFC 9110, 15.5.20). */
const misdirected = new Problem("BAD_REQUEST", {
  status: 421,
  detail: "This server does not answer under the host name of this request.",
});

/** Refuses requests for other hosts. */
export class AllowedHosts {
  readonly #allowed: ReadonlySet<string>;
  readonly #except: ReadonlySet<string>;
  readonly #proxies: TrustedProxies;

  /**
   * @param allowed names or addresses, with a port when only that port is allowed. An empty list allows all hosts.
   * @param except paths that are answered for any host: probes, which send an address as the host.
   */
  constructor(allowed: readonly string[], except: readonly string[], proxies: TrustedProxies) {
    this.#allowed = new Set(allowed.map((host) => host.toLowerCase()));
    this.#except = new Set(except);
    this.#proxies = proxies;
  }

  /** Refuses a request for another host, and returns whether it did. A request without a host (HTTP/1.0) passes. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#allowed.size === 0 || this.#except.has(request.url ?? "")) return false;
    const host = hostOf(request, this.#proxies).toLowerCase();
    const name = host.replace(/:\d{1,5}$/, "");
    if (host === "" || this.#allowed.has(host) || this.#allowed.has(name)) return false;
    refuse(request, response, misdirected);
    return true;
  }
}
