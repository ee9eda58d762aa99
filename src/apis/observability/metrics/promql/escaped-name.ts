/** Names of labels in addresses, as Prometheus escapes what a path cannot hold (its "values escaping"). */

const escaped = /^U__((?:[A-Za-z0-9:]|__|_[0-9A-Fa-f]{1,6}_)*)$/;

/**
 * `U__rum_2e_lcp` is `rum.lcp`: two underscores are one, and a code point stands in hexadecimal between two. Any other name
 * is itself.
 */
export function unescapeName(name: string): string {
  const inner = escaped.exec(name)?.[1];
  if (inner === undefined) return name;
  return inner.replace(/__|_([0-9A-Fa-f]{1,6})_/g, (_whole, hex?: string) => {
    if (hex === undefined) return "_";
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
  });
}
