/** What a source map may ask of memory, counted before anything is made of it. */

import { InvalidSourceMapError } from "./map-section.ts";

/** Values of the JSON, one with a name as five: an empty array of two bytes takes thirty in memory, a name over a hundred. */
export const mostValues = 4_000_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** Counts the values of JSON by its separators. Throws InvalidSourceMapError. */
export function checkValues(json: string): void {
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      for (at++; at < json.length; at++) {
        const inside = json.charCodeAt(at);
        if (inside === quote) break;
        if (inside === backslash) at++;
      }
    } else if (code === colon) values += 4;
    else if (code === comma || code === openBracket || code === openBrace) values++;
  }
  if (values > mostValues) throw new InvalidSourceMapError(`It has more than ${mostValues} values`);
}
