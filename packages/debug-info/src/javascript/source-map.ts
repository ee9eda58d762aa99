/** JavaScript stack frames back to those of the source, by a source map (ECMA-426), also an index map or one of Metro. */
import { InvalidSourceMapError, type MapSection, type Position, positionIn, sectionsOf } from "./map-section.ts";
import { checkValues } from "./source-map-limits.ts";

export { InvalidSourceMapError } from "./map-section.ts";

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
  readonly #sections: readonly MapSection[];
  readonly #isHermes: boolean;
  /** The script that the map is of, by its name alone; null when the map does not say. */
  readonly #script: string | null;

  /** Throws InvalidSourceMapError. */
  constructor(text: string) {
    const json = parse(text);
    this.#sections = sectionsOf(json);
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
      const { section, source, file, line, column } = position;
      const known = section.functionAt(position);
      const called = positions[index + 1]?.name ?? null;
      return {
        function: known ?? renamed(frame.function, called),
        file,
        line,
        column: column + 1,
        context: contextOf(section.contentOf(source), line),
      };
    });
  }

  #positionOf({ file, line, column }: GeneratedFrame): Position | null {
    if (line === null || line < 1 || column === null || column < 0) return null;
    const isOffset = this.#isHermes || (file?.startsWith(hermesAddress) ?? false);
    return positionIn(this.#sections, line - 1, isOffset ? column : Math.max(0, column - 1));
  }

  /** Other scripts of the page are told by their name where the map says its own and the trace has it. */
  #scriptFilter(frames: readonly GeneratedFrame[]): (frame: GeneratedFrame) => boolean {
    const script = this.#script;
    const isOwn = ({ file }: GeneratedFrame) => file !== null && baseName(file) === script;
    if (script !== null && frames.some(isOwn)) return isOwn;
    return ({ file }) => file === null || !/^(native|node:|<|\[)/.test(file);
  }
}

/** The line of a source and those around it, from 1; null when there is none. */
function contextOf(content: string | null, line: number): SourceContext | null {
  if (content === null || line < 1 || line > mostLines) return null;
  const first = Math.max(1, line - contextLines);
  const lines: string[] = [];
  for (let number = 1, at = 0; number <= line + contextLines && at <= content.length; number++) {
    const end = content.indexOf("\n", at);
    const next = end < 0 ? content.length + 1 : end + 1;
    if (number >= first) lines.push(cutLine(content, at, next - 1));
    at = next;
  }
  const text = lines[line - first];
  if (text === undefined) return null;
  return { before: lines.slice(0, line - first), line: text, after: lines.slice(line - first + 1) };
}

function cutLine(content: string, start: number, end: number): string {
  const text = content.slice(start, Math.min(end, start + mostLineLength + 1)).replace(/\r$/, "");
  return text.length > mostLineLength ? `${text.slice(0, mostLineLength)}…` : text;
}

function parse(text: string): Record<string, unknown> {
  checkValues(text);
  let json: unknown;
  try {
    // Servers may put this line first, against inclusion as a script (ECMA-426).
    json = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ""));
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
