/** JavaScript stack frames back to those of the source, by a source map (ECMA-426), also an index map or one of Metro. */
import { AnyMap, originalPositionFor, type SourceMapInput, type TraceMap } from "@jridgewell/trace-mapping";
import { FunctionMaps } from "./function-maps.ts";
import { checkPlaces, checkValues, InvalidSourceMapError } from "./source-map-limits.ts";

export { InvalidSourceMapError } from "./source-map-limits.ts";

export interface GeneratedFrame {
  readonly function: string | null;
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
  /** From 1; of Hermes bytecode the offset, from 0. */
  readonly column: number | null;
}

/** The lines around a position. */
export interface SourceContext {
  readonly before: readonly string[];
  readonly line: string;
  readonly after: readonly string[];
}

export interface OriginalFrame {
  readonly function: string | null;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** Null when the map has no sources in it. */
  readonly context: SourceContext | null;
}

/** What Hermes puts before the file of a frame whose column is an offset in the bytecode. */
const hermesAddress = "address at ";
const contextLines = 5;
/** Longer lines are cut, as those of generated sources are. */
const mostLineLength = 500;
/** Lines of a source that are shown; what is behind them nobody has written. */
const mostLines = 500_000;

export class SourceMapFile {
  readonly #map: TraceMap;
  readonly #functions: FunctionMaps;
  readonly #isHermes: boolean;
  /** The script that the map is of, by its name alone; null when the map does not say. */
  readonly #script: string | null;
  /** The place of each source in the map. */
  readonly #sources: ReadonlyMap<string, number>;
  readonly #lines = new Map<string, readonly string[]>();

  /** Throws InvalidSourceMapError. */
  constructor(bytes: Buffer) {
    const json = parse(bytes);
    checkPlaces(json);
    try {
      this.#map = new AnyMap(json as unknown as SourceMapInput);
    } catch (error) {
      throw new InvalidSourceMapError("Its mappings cannot be read", { cause: error });
    }
    const { resolvedSources } = this.#map;
    // Of two with one name it is the first.
    this.#sources = new Map(resolvedSources.map((source, index) => [source, index] as const).reverse());
    this.#functions = new FunctionMaps(json);
    this.#isHermes = "x_hermes_function_offsets" in json;
    this.#script = typeof json.file === "string" && json.file !== "" ? baseName(json.file) : null;
  }

  /**
   * The frames of one stack trace, the innermost first; null for each that the map does not cover. The name of a
   * function is on the map of functions where there is one (Metro), else on the call in the frame of its caller.
   */
  originalFrames(frames: readonly GeneratedFrame[]): (OriginalFrame | null)[] {
    const isOurs = this.#scriptFilter(frames);
    const positions = frames.map((frame) => (isOurs(frame) ? this.#positionOf(frame) : null));
    return frames.map((frame, index) => {
      const position = positions[index];
      if (position === null || position === undefined) return null;
      const { source, line, column } = position;
      const known = this.#functions.nameAt(source, line, column);
      const called = positions[index + 1]?.name ?? null;
      return {
        function: known ?? renamed(frame.function, called),
        file: source,
        line,
        column: column + 1,
        context: this.#contextOf(source, line),
      };
    });
  }

  #positionOf({ file, line, column }: GeneratedFrame) {
    if (line === null || line < 1 || column === null || column < 0) return null;
    const isOffset = this.#isHermes || (file?.startsWith(hermesAddress) ?? false);
    const found = originalPositionFor(this.#map, { line, column: isOffset ? column : Math.max(0, column - 1) });
    return found.source === null
      ? null
      : { source: found.source, line: found.line, column: found.column, name: found.name };
  }

  /** Other scripts of the page are told by their name where the map says its own and the trace has it. */
  #scriptFilter(frames: readonly GeneratedFrame[]): (frame: GeneratedFrame) => boolean {
    const script = this.#script;
    const isOwn = ({ file }: GeneratedFrame) => file !== null && baseName(file) === script;
    if (script !== null && frames.some(isOwn)) return isOwn;
    return ({ file }) => file === null || !/^(native|node:|<|\[)/.test(file);
  }

  #contextOf(source: string, line: number): SourceContext | null {
    let lines = this.#lines.get(source);
    if (lines === undefined) {
      const content: unknown = this.#map.sourcesContent?.[this.#sources.get(source) ?? -1];
      lines = typeof content === "string" ? content.split(/\r?\n/, mostLines) : [];
      if (this.#lines.size >= 64) this.#lines.clear();
      this.#lines.set(source, lines);
    }
    const text = lines[line - 1];
    if (text === undefined) return null;
    const cut = (one: string) => (one.length > mostLineLength ? `${one.slice(0, mostLineLength)}…` : one);
    return {
      before: lines.slice(Math.max(0, line - 1 - contextLines), line - 1).map(cut),
      line: cut(text),
      after: lines.slice(line, line + contextLines).map(cut),
    };
  }
}

function parse(bytes: Buffer): Record<string, unknown> {
  checkValues(bytes);
  let json: unknown;
  try {
    // Servers may put this line first, against inclusion as a script (ECMA-426).
    json = JSON.parse(bytes.toString("utf8").replace(/^\)\]\}'[^\n]*\n/, ""));
  } catch (error) {
    throw new InvalidSourceMapError("It is not JSON", { cause: error });
  }
  if (typeof json !== "object" || json === null || !("version" in json) || json.version !== 3) {
    throw new InvalidSourceMapError("It is no source map of version 3");
  }
  return json as Record<string, unknown>;
}

function baseName(path: string): string {
  return path
    .replace(hermesAddress, "")
    .replace(/[?#].*$/s, "")
    .replace(/^.*[\\/]/s, "");
}

/** The generated name with its last part as the caller's source calls it: `t.n` called as `total` is `total`. */
function renamed(generated: string | null, called: string | null): string | null {
  if (called !== null && called !== "") return called;
  return generated === null || /^(<anonymous>|\?|)$/.test(generated) ? null : generated;
}
