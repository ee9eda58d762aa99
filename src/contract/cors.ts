/** Cross-origin requests (Fetch standard, "CORS protocol"), for the operations whose document names a policy. */
import type { CorsPolicy, Route } from "./api.ts";
import type { Exchange } from "./exchange.ts";

/** Adds the headers that let a page read the answer. Errors have them too, so that the page can react to a 401. */
export function corsHeaders(exchange: Exchange, policy: CorsPolicy | undefined): void {
  const { origin } = exchange.incoming.headers;
  exchange.answerHeaders.Vary = varyBy(exchange, "Origin");
  if (origin === undefined || policy === undefined) return;
  exchange.answerHeaders["Access-Control-Allow-Origin"] = origin;
  exchange.answerHeaders["Access-Control-Expose-Headers"] = policy.exposeHeaders.join(", ");
}

/** Removes the headers again, when an operation turns out not to allow the origin. */
export function withdrawCors(headers: Record<string, string>): void {
  delete headers["Access-Control-Allow-Origin"];
  delete headers["Access-Control-Expose-Headers"];
}

/** The headers of the answer to a preflight. Null when the OPTIONS request is not a preflight for an operation with a CORS policy. */
export function preflight(
  exchange: Exchange,
  methods: ReadonlyMap<string, Route>,
  policies: Readonly<Record<string, CorsPolicy>>,
): Record<string, string> | null {
  const { origin } = exchange.incoming.headers;
  const method = exchange.incoming.headers["access-control-request-method"];
  const name = method === undefined ? null : (methods.get(method)?.operation.cors ?? null);
  const policy = name === null ? undefined : policies[name];
  if (origin === undefined || method === undefined || policy === undefined) return null;
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": method,
    "Access-Control-Allow-Headers": policy.allowHeaders.join(", "),
    "Access-Control-Max-Age": String(policy.maxAgeSeconds),
    Vary: varyBy(exchange, "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
  };
}

/** The value of `Vary` with these names added to those that middleware has set. */
function varyBy({ outgoing }: Exchange, names: string): string {
  const before = outgoing.getHeader("Vary");
  return before === undefined ? names : `${before}, ${names}`;
}
