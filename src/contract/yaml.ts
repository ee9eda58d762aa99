/**
 * Writes JSON values as YAML 1.2 in block style. The package `yaml`, which can do much more, blocks the event loop for a third of a
 * second with our largest document; this code takes a hundredth of that.
 */

/** Texts that need no quotes: every reader of YAML 1.1 or 1.2 reads them as text. */
const plain = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[a-z$][\w$./-]*(?: [\w$./()-]+)*$/i;

/** Writes a JSON value as YAML. */
export function toYaml(value: unknown): string {
  return `${block(value, "").trimStart()}\n`;
}

/** The value after a key or a dash: a scalar on the same line, other values on lines of their own. */
function block(value: unknown, indent: string): string {
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => `${indent}- ${block(item, `${indent}  `).trimStart()}`);
    return `\n${items.join("\n")}`;
  }
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(([name, inner]) => {
      const below = block(inner, `${indent}  `);
      return `${indent}${scalar(name)}:${below.startsWith("\n") ? "" : " "}${below}`;
    });
    return `\n${members.join("\n")}`;
  }
  return scalar(value);
}

/** A scalar, which is JSON unless it needs no quotes. JSON is also YAML (YAML 1.2.2, 1.2). */
function scalar(value: unknown): string {
  return typeof value === "string" && plain.test(value) ? value : JSON.stringify(value);
}
