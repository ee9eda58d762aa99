/** A source map (ECMA-426) without sections, or one of those of an index map. Its mappings are looked through when first asked for. */

import resolveUri from "@jridgewell/resolve-uri";
import { firstPlace } from "../binary-search.ts";
import { functionAt } from "./function-maps.ts";
import { Mappings, type SegmentReader } from "./mappings.ts";

/** Thrown for what is no source map, or one that asks for too much, with what is wrong with it. */
export class InvalidSourceMapError extends Error {
  override readonly name = "InvalidSourceMapError";
}

export interface Position {
  readonly section: MapSection;
  /** Its number in the section. */
  readonly source: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 0. */
  readonly column: number;
  /** What the map calls it. */
  readonly name: string | null;
}

/** Where a section begins in the generated code, both from 0. */
export interface Offset {
  readonly line: number;
  readonly column: number;
}

export class MapSection {
  readonly offset: Offset;
  readonly #sources: readonly unknown[];
  readonly #names: readonly unknown[];
  readonly #contents: readonly unknown[];
  readonly #root: string;
  readonly #text: string;
  readonly #functions: readonly unknown[];
  #mappings: Mappings | undefined;

  /** Throws InvalidSourceMapError. */
  constructor(map: Record<string, unknown>, offset: Offset) {
    const { mappings, sources, names, sourcesContent, sourceRoot, x_facebook_sources: functions } = map;
    if (typeof mappings !== "string") throw new InvalidSourceMapError("It has no mappings");
    if (!Array.isArray(sources)) throw new InvalidSourceMapError("It has no list of sources");
    this.offset = offset;
    this.#text = mappings;
    this.#sources = sources;
    this.#names = Array.isArray(names) ? names : [];
    this.#contents = Array.isArray(sourcesContent) ? sourcesContent : [];
    this.#root = typeof sourceRoot === "string" && sourceRoot !== "" ? `${sourceRoot}/` : "";
    this.#functions = Array.isArray(functions) ? functions : [];
  }

  /** The segment that a place of the generated code is in, both from 0; `end` is where the next section begins, if that is in its line. */
  segmentAt(line: number, column: number, end = Number.POSITIVE_INFINITY): SegmentReader | null {
    this.#mappings ??= new Mappings(this.#text);
    const moved = line === this.offset.line ? this.offset.column : 0;
    return this.#mappings.segmentAt(line - this.offset.line, column - moved, end - moved);
  }

  /** Null for a segment of code that no source has, or none of the map's. */
  positionOf({ fields, source, line, column, name }: SegmentReader): Position | null {
    const file = this.#sources[source];
    if (fields < 4 || typeof file !== "string" || line < 0 || column < 0) return null;
    const called = fields > 4 ? this.#names[name] : null;
    return {
      section: this,
      source,
      file: resolveUri(this.#root + file, undefined),
      line: line + 1,
      column,
      name: typeof called === "string" ? called : null,
    };
  }

  /** The text of a source; null when the map does not have it. */
  contentOf(source: number): string | null {
    const content = this.#contents[source];
    return typeof content === "string" ? content : null;
  }

  /** The function around a position of a source by Metro's map of functions, where there is one. */
  functionAt({ source, line, column }: Position): string | null {
    return functionAt(this.#functions[source], line, column);
  }
}

/** The sections of a map, in their order; one where it has none. Throws InvalidSourceMapError. */
export function sectionsOf(map: Record<string, unknown>): MapSection[] {
  if (map.sections === undefined) return [new MapSection(map, { line: 0, column: 0 })];
  if (!Array.isArray(map.sections)) throw new InvalidSourceMapError("Its sections are no list");
  let last: Offset = { line: 0, column: 0 };
  return (map.sections as unknown[]).map((section) => {
    const { offset, map: part } = recordOf(section, "A section");
    const { line, column } = recordOf(offset, "The offset of a section");
    const inner = recordOf(part, "The map of a section");
    if (inner.sections !== undefined) throw new InvalidSourceMapError("A section is an index map itself");
    const begins = { line: placeOf(line), column: placeOf(column) };
    if (isAfter(last, begins)) throw new InvalidSourceMapError("Its sections are in no order");
    last = begins;
    return new MapSection(inner, begins);
  });
}

/** Where a place of the generated code comes from, both from 0; null when the map does not say. */
export function positionIn(sections: readonly MapSection[], line: number, column: number): Position | null {
  const place = { line, column };
  const next = firstPlace(sections.length, (at) => isAfter((sections[at] as MapSection).offset, place));
  // What a line has before its first segment in a section belongs to the last segment of a section before it.
  let end: number | undefined;
  for (let at = next - 1; at >= 0; at--) {
    const section = sections[at] as MapSection;
    const segment = section.segmentAt(line, column, end);
    if (segment !== null) return section.positionOf(segment);
    if (section.offset.line < line) return null;
    end = section.offset.column;
  }
  return null;
}

function isAfter(a: Offset, b: Offset): boolean {
  return a.line > b.line || (a.line === b.line && a.column > b.column);
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
