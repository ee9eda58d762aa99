/**
 * Writes JSON values as YAML 1.2 in blocks. The package `yaml`, which can do much more, holds the event loop for a third of a second
 * with our largest document; this takes a hundredth of that.
 */

/** Words that may stand without quotes: no reader of YAML 1.1 or 1.2 takes them for anything but text. */
const plain = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[a-z$][\w$./-]*(?: [\w$./()-]+)*$/i;

export function toYaml(value: unknown): string {
  return `${block(value, "").trimStart()}\n`;
}

/** What follows a key or a dash: on the same line where it is one word, else on lines of its own. */
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

/** JSON is YAML, in quotes (YAML 1.2.2, 1.2). */
function scalar(value: unknown): string {
  return typeof value === "string" && plain.test(value) ? value : JSON.stringify(value);
}
