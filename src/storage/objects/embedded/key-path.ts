/**
 * Maps the key of an object to the path of its file, and back.
 *
 * Keys are byte strings: one character per UTF-8 byte, so that `<` and `startsWith` compare bytes, which is the order of S3's lists. Every
 * `/` of a key begins a folder. A name on disk is the escaped segment with a suffix: `.o` for an object, `.d` for a folder, `.l` for a
 * folder with the rest of a long segment. Because of the suffix, no name is `.` or `..`, and the keys `a` and `a/b` do not collide. Upper
 * case is escaped too, so that different keys have different files on file systems that ignore case.
 */

/** Most bytes of a segment in one name on disk. Escaped, they stay below 255 bytes, the limit of file systems. */
const NAME_BYTES = 80;

/** The UTF-8 bytes of the text as a byte string. */
export function toBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text of a byte string. */
export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The path of a key's file relative to its bucket's folder, one name per element. */
export function pathOfKey(key: string): string[] {
  const segments = key.split("/");
  return segments.flatMap((segment, index) => {
    const names: string[] = [];
    let rest = segment;
    while (rest.length >= NAME_BYTES) {
      names.push(`${escapeName(rest.slice(0, NAME_BYTES))}.l`);
      rest = rest.slice(NAME_BYTES);
    }
    names.push(`${escapeName(rest)}${index === segments.length - 1 ? ".o" : ".d"}`);
    return names;
  });
}

/** The part of a key that a name on disk stands for; null when the name is not of this form. */
export function readName(name: string): { readonly kind: "object" | "folder"; readonly bytes: string } | null {
  const bytes = name
    .slice(0, -2)
    .replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (name.endsWith(".o")) return { kind: "object", bytes };
  if (name.endsWith(".d")) return { kind: "folder", bytes: `${bytes}/` };
  if (name.endsWith(".l")) return { kind: "folder", bytes };
  return null;
}

function escapeName(bytes: string): string {
  return bytes.replace(/[^a-z0-9._-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
