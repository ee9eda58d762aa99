/** Canonical JSON: equal values have equal texts. Members are sorted by name (RFC 8785, 3.2.3), and there is no white space. */
import { createHash } from "node:crypto";
import { atOnce, type Sliceable } from "./event-loop.ts";

export function canonicalJson(value: unknown): string {
  let text = "";
  atOnce(
    write(value, (piece) => {
      text += piece;
    }),
  );
  return text;
}

/** Characters that are hashed at once. */
const hashedAtOnce = 16 * 1024;

/**
 * The SHA-256 of the canonical JSON of a value. It pauses, because a valid request may have a hundred thousand values. The names of one
 * object are sorted without a pause; documents bound them by `maxProperties`, or the size of the body does.
 */
export function* canonicalDigest(value: unknown): Sliceable<Buffer> {
  const hash = createHash("sha256");
  let text = "";
  yield* write(value, (piece) => {
    text += piece;
    if (text.length < hashedAtOnce) return;
    hash.update(text);
    text = "";
  });
  return hash.update(text).digest();
}

/** Items and members between two pauses. */
const slice = 256;

/** Passes the canonical JSON of a value on, in pieces. */
function* write(value: unknown, out: (piece: string) => void): Sliceable<void> {
  if (typeof value !== "object" || value === null) {
    out(JSON.stringify(value) ?? "null");
    return;
  }
  const isList = Array.isArray(value);
  const members = value as Record<string, unknown>;
  const names = isList
    ? null
    : Object.keys(members)
        .filter((name) => members[name] !== undefined)
        .sort();
  const length = names?.length ?? (value as unknown[]).length;
  out(isList ? "[" : "{");
  for (let index = 0; index < length; index++) {
    const name = names?.[index];
    const before = index === 0 ? "" : ",";
    out(name === undefined ? before : `${before}${JSON.stringify(name)}:`);
    const member = name === undefined ? (value as unknown[])[index] : members[name];
    // A generator for each number would take longer than the number.
    if (typeof member === "object" && member !== null) yield* write(member, out);
    else out(JSON.stringify(member) ?? "null");
    if (index % slice === slice - 1) yield;
  }
  out(isList ? "]" : "}");
  yield;
}
