/**
 * Metro's maps of functions: which function of the source a position is in (`x_facebook_sources`). For each source
 * `[{names, mappings}]`, whose mappings are base64 VLQ like those of the map itself: of each segment the column, the
 * index of the name and the line, all relative; segments by comma, and a semicolon for each line.
 */
import { SegmentReader } from "./mappings.ts";

interface FunctionMap {
  readonly names: readonly unknown[];
  readonly mappings: string;
}

/** The function around a position of a source, its line from 1 and its column from 0; null when `ofSource` is no map, or knows none. */
export function functionAt(ofSource: unknown, line: number, column: number): string | null {
  const map = functionMap(ofSource);
  if (map === null) return null;
  let index = -1;
  // The second field is the name's here, and the third the line's, from 1 on.
  for (const segments = new SegmentReader(map.mappings); segments.next(); index = segments.source) {
    const at = segments.line + 1;
    if (at > line || (at === line && segments.generatedColumn > column)) break;
  }
  const name = map.names[index];
  return typeof name === "string" ? name : null;
}

function functionMap(ofSource: unknown): FunctionMap | null {
  const first: unknown = Array.isArray(ofSource) ? ofSource[0] : null;
  if (typeof first !== "object" || first === null) return null;
  const { names, mappings } = first as Record<string, unknown>;
  return Array.isArray(names) && typeof mappings === "string" ? { names, mappings } : null;
}
