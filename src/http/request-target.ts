/** Request targets. A target may be a whole URL, as sent to proxies (RFC 9112, 3.2.2), or an asterisk (3.2.4). */

/** Whether a target is a path, an asterisk, or an http URL that can be parsed. */
export function isTarget(target: string): boolean {
  return target.startsWith("/") || target === "*" || (/^https?:\/\//i.test(target) && URL.canParse(target));
}

/** The path and query of a target. Never throws. */
export function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const below = target.replace(/^https?:\/\/[^/?#]*/i, "");
  return below === "" || below.startsWith("?") ? `/${below}` : below;
}
