/** Limits for untrusted texts that are used as names or keys. */
import { hash } from "node:crypto";

/**
 * Longest text that V8 hashes (characters; its `String::kMaxHashCalcLength`). The hash of a longer text is its length. So in a map, a set
 * or V8's table of names, a thousand long texts of the same length are all compared with each other.
 */
export const longestHashed = 16_383;

/** Most characters of a name in JSON, as written there, or in a form. */
export const maxNameLength = 8_192;

/** The key of a text in maps and sets: the text itself, or its digest when it is longer than V8 hashes. */
export function keyOfText(text: string): string {
  return text.length <= longestHashed ? text : `\0${hash("sha256", text, "base64url")}`;
}
