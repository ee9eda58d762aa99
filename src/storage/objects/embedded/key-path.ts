/**
 * Where an object's file lies for its key, and back.
 *
 * Keys are handled as byte strings: one character per UTF-8 byte, so that `<` and `startsWith` compare bytes, which is
 * the order that S3 lists in. Every `/` of the key opens a folder. A name on disk is the escaped segment and a suffix
 * that says what it is: `.o` an object, `.d` a folder, `.l` a folder with the rest of a long segment. Because of the
 * suffix no segment can be `.` or `..`, and the keys `a` and `a/b` do not meet. Upper case is escaped too, so that two
 * keys stay two files on a disk that ignores case.
 */

/** Bytes of a segment that one name on disk carries: escaped it stays under the 255 that file systems allow. */
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

/** The part of the key that a name on disk stands for, within its folder; null for a name that is not ours. */
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
