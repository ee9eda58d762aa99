/**
 * Metro's maps of functions: which function of the source a position is in (`x_facebook_sources`). For each source
 * `[{names, mappings}]`, whose mappings are base64 VLQ like those of the map itself: of each segment the column, the
 * index of the name and the line, all relative; segments by comma, and a semicolon for each line.
 */
interface FunctionMap {
  readonly lines: readonly number[];
  readonly columns: readonly number[];
  readonly names: readonly string[];
}

export class FunctionMaps {
  readonly #sources = new Map<string, unknown>();
  readonly #decoded = new Map<string, FunctionMap | null>();

  /** Takes a parsed source map, or an index map with the maps in its sections. */
  constructor(map: Record<string, unknown>) {
    for (const section of Array.isArray(map.sections) ? map.sections : [{ map }]) {
      const { sources, sourceRoot, x_facebook_sources: metadata } = (section?.map ?? {}) as Record<string, unknown>;
      if (!Array.isArray(sources) || !Array.isArray(metadata)) continue;
      const root = typeof sourceRoot === "string" && sourceRoot !== "" ? `${sourceRoot.replace(/\/$/, "")}/` : "";
      sources.forEach((source, index) => {
        if (typeof source === "string") this.#sources.set(root + source, metadata[index]);
      });
    }
  }

  /** The function around a position, its line from 1 and its column from 0; null when there is no map for it. */
  nameAt(source: string, line: number, column: number): string | null {
    let map = this.#decoded.get(source);
    if (map === undefined) {
      map = functionMap(this.#sources.get(source));
      this.#decoded.set(source, map);
    }
    if (map === null) return null;
    const { lines, columns, names } = map;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const isAfter =
        (lines[middle] as number) > line || (lines[middle] === line && (columns[middle] as number) > column);
      if (isAfter) high = middle;
      else low = middle + 1;
    }
    return low === 0 ? null : (names[low - 1] ?? null);
  }
}

function functionMap(metadata: unknown): FunctionMap | null {
  const first: unknown = Array.isArray(metadata) ? metadata[0] : null;
  if (typeof first !== "object" || first === null) return null;
  const { names, mappings } = first as Record<string, unknown>;
  if (!Array.isArray(names) || typeof mappings !== "string") return null;
  const result: { lines: number[]; columns: number[]; names: string[] } = { lines: [], columns: [], names: [] };
  let name = 0;
  let line = 1;
  let column = 0;
  for (let at = 0; at < mappings.length; ) {
    const end = endOfSegment(mappings, at);
    if (end > at) {
      const values = vlq(mappings.slice(at, end));
      column += values[0] ?? 0;
      name += values[1] ?? 0;
      line += values[2] ?? 0;
      const text: unknown = names[name];
      result.lines.push(line);
      result.columns.push(column);
      result.names.push(typeof text === "string" ? text : "");
    }
    if (mappings[end] === ";") column = 0;
    at = end + 1;
  }
  return result;
}

function endOfSegment(mappings: string, start: number): number {
  let end = start;
  while (end < mappings.length && mappings[end] !== "," && mappings[end] !== ";") end++;
  return end;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 VLQ, with the sign in the lowest bit. Characters that it does not have end the segment. */
function vlq(segment: string): number[] {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = digits.indexOf(character);
    if (digit < 0) break;
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    values.push((value & 1) === 0 ? value >>> 1 : -(value >>> 1));
    value = 0;
    shift = 0;
  }
  return values;
}
