/** What a source map may ask of memory, counted before anything is made of it. */

/** Thrown for what is no source map, or one that asks for too much, with what is wrong with it. */
export class InvalidSourceMapError extends Error {
  override readonly name = "InvalidSourceMapError";
}

export const sourceMapLimits = {
  /** Values of the JSON, one with a name as five: an empty array of two bytes takes thirty in memory, a name over a hundred. */
  values: 4_000_000,
  /** Segments of mappings and twice the lines, those of Metro's maps of functions included: about a hundred bytes each. */
  places: 5_000_000,
  /** Characters of the sources' names, each with the root before it. */
  characters: 64 * 1024 * 1024,
} as const;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const semicolon = 0x3b;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** Of JSON, by its separators. Throws InvalidSourceMapError. */
export function checkValues(json: Buffer): void {
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) {
      for (at++; at < json.length && json[at] !== quote; at++) if (json[at] === backslash) at++;
    } else if (byte === colon) values += 4;
    else if (byte === comma || byte === openBracket || byte === openBrace) values++;
  }
  limit("values", values);
}

/** Of a parsed map, or an index map with maps in its sections. Throws InvalidSourceMapError. */
export function checkPlaces(map: Record<string, unknown>): void {
  const spent = { places: 0, characters: 0 };
  if (map.sections === undefined) addMap(map, spent);
  else {
    if (!Array.isArray(map.sections)) throw new InvalidSourceMapError("Its sections are no list");
    let last = 0;
    for (const section of map.sections as unknown[]) {
      const { offset, map: part } = recordOf(section, "A section");
      const { line, column } = recordOf(offset, "The offset of a section");
      last = Math.max(last, placeOf(line));
      placeOf(column);
      const inner = recordOf(part, "The map of a section");
      if (inner.sections !== undefined) throw new InvalidSourceMapError("A section is an index map itself");
      // Its mappings are decoded, then joined with those of the others.
      addMap(inner, spent);
      addMap(inner, spent);
    }
    // Lines before a section are made, too, however far away it is.
    spent.places += 2 * last;
    limit("places", spent.places);
  }
}

function addMap(map: Record<string, unknown>, spent: { places: number; characters: number }): void {
  const { mappings, sources, sourceRoot, x_facebook_sources: metadata } = map;
  if (typeof mappings !== "string") throw new InvalidSourceMapError("It has no mappings");
  spent.places += placesIn(mappings);
  if (Array.isArray(sources)) {
    spent.characters += sources.length * (typeof sourceRoot === "string" ? sourceRoot.length : 0);
    for (const source of sources) spent.characters += typeof source === "string" ? source.length : 0;
  }
  for (const functions of Array.isArray(metadata) ? metadata : []) {
    const text: unknown = Array.isArray(functions) ? functions[0]?.mappings : undefined;
    if (typeof text === "string") spent.places += placesIn(text);
  }
  limit("places", spent.places);
  limit("characters", spent.characters);
}

/** Segments, and twice the lines: one segment alone in its line takes the place of three. */
function placesIn(mappings: string): number {
  let places = 3;
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at);
    if (code === comma) places += 1;
    else if (code === semicolon) places += 3;
  }
  return places;
}

function recordOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidSourceMapError(`${what} is no object`);
  return value as Record<string, unknown>;
}

function placeOf(value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0x7fff_ffff)
    throw new InvalidSourceMapError("The offset of a section is no place in a file");
  return value as number;
}

const units = {
  values: "values",
  places: "segments and lines of mappings",
  characters: "characters of names of sources",
} as const;

function limit(what: keyof typeof sourceMapLimits, count: number): void {
  if (count > sourceMapLimits[what])
    throw new InvalidSourceMapError(`It has more than ${sourceMapLimits[what]} ${units[what]}`);
}
