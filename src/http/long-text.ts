/** Texts of strangers that are too long to be names or keys. */
import { hash } from "node:crypto";

/**
 * Characters of the longest text that V8 hashes. Of longer ones the length alone is their hash (its `String::kMaxHashCalcLength`): in a
 * map, a set or the table of all names a thousand of one length are compared each with each.
 */
export const longestHashed = 16_383;

/** Most characters of a name in JSON, as it is written there, or in a form. */
export const maxNameLength = 8_192;

/** The key of a text in maps and sets: its digest where the text is longer than V8 hashes. */
export function keyOfText(text: string): string {
  return text.length <= longestHashed ? text : `\0${hash("sha256", text, "base64url")}`;
}
