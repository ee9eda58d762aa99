/** Stack traces of the JVM as text, as `printStackTrace` and OpenTelemetry's `exception.stacktrace` have them. */
import type { MappingFile } from "./mapping.ts";
import { type ObfuscatedFrame, type RetracedFrame, retraceEach } from "./retrace.ts";

/** `at module/class.method(File.java:12)`, with or without its module, file and line. */
const frameLine = /^(\s*at )((?:[^\s()/]*\/)*)([^\s()/]+)\(([^)]*)\)(.*)$/;
/** `Exception in thread "main" a.b: message`, `Caused by: a.b: message`, `a.b`, `Suppressed: a.b`. */
const exceptionLine = /^(\s*(?:Exception in thread "[^"]*" |Caused by: |Suppressed: )?)([\p{L}\p{N}_$.]+)(:.*|)$/u;

const mostLines = 20_000;
/** One line may become 64, and a name of one letter a name of a mebibyte. */
const mostCharacters = 1024 * 1024;

/**
 * A trace with the names, files and lines of the source. Lines that are no part of one stay as they are; so do
 * those beyond the first 20,000, and those with which what was retraced would have more than 1,048,576 characters.
 */
export function retraceText(mapping: MappingFile, text: string): string {
  const lines = text.split("\n");
  const result: string[] = [];
  let done = 0;
  let characters = 0;
  for (const retraced of retracedLines(mapping, lines.slice(0, mostLines))) {
    characters += retraced.reduce((sum, { length }) => sum + length + 1, 0);
    if (characters > mostCharacters) break;
    for (const line of retraced) result.push(line);
    done += 1;
  }
  return result.concat(lines.slice(done)).join("\n");
}

/** What stands in place of each line. */
function* retracedLines(mapping: MappingFile, lines: readonly string[]): Generator<readonly string[]> {
  let exception: string | null = null;
  for (let index = 0; index < lines.length; ) {
    const run = framesFrom(lines, index);
    if (run.length > 0) {
      yield* retracedRun(mapping, exception, run);
      exception = null;
      index += run.length;
      continue;
    }
    const line = lines[index] as string;
    const found = exceptionLine.exec(line);
    const className = found?.[2];
    if (found !== null && className !== undefined) {
      exception = className;
      yield [`${found[1]}${mapping.originalClass(className)}${found[3]}`];
    } else yield [line];
    index += 1;
  }
}

interface FrameLine {
  readonly indent: string;
  readonly module: string;
  readonly frame: ObfuscatedFrame;
  readonly place: string;
  readonly rest: string;
}

function framesFrom(lines: readonly string[], start: number): FrameLine[] {
  const frames: FrameLine[] = [];
  for (let index = start; index < lines.length; index++) {
    const found = frameLine.exec(lines[index] as string);
    if (found === null) break;
    const [, indent = "", module = "", name = "", place = "", rest = ""] = found;
    const [, file = place, line] = /^(.*?):(\d+)$/.exec(place) ?? [];
    frames.push({
      indent,
      module,
      place,
      rest,
      frame: { function: name, file, line: line === undefined ? null : Number(line) },
    });
  }
  return frames;
}

function* retracedRun(
  mapping: MappingFile,
  exception: string | null,
  run: readonly FrameLine[],
): Generator<readonly string[]> {
  const frames = run.map(({ frame }) => frame);
  for (const retraced of retraceEach(mapping, exception, frames))
    yield retraced.map((frame) => written(frame, run[frame.from] as FrameLine));
}

function written(frame: RetracedFrame, { indent, module, place, rest }: FrameLine): string {
  const where = frame.isMapped ? `${frame.file ?? ""}${frame.line === null ? "" : `:${frame.line}`}` : place;
  return `${indent}${module}${frame.function}(${where})${rest}`;
}
