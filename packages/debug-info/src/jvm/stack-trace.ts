/** Stack traces of the JVM as text, as `printStackTrace` and OpenTelemetry's `exception.stacktrace` have them. */
import type { MappingFile } from "./mapping.ts";
import { type ObfuscatedFrame, type RetracedFrame, retrace } from "./retrace.ts";

/** `at module/class.method(File.java:12)`, with or without its module, file and line. */
const frameLine = /^(\s*at )((?:[^\s()/]*\/)*)([^\s()/]+)\(([^)]*)\)(.*)$/;
/** `Exception in thread "main" a.b: message`, `Caused by: a.b: message`, `a.b`, `Suppressed: a.b`. */
const exceptionLine = /^(\s*(?:Exception in thread "[^"]*" |Caused by: |Suppressed: )?)([\p{L}\p{N}_$.]+)(:.*|)$/u;

const mostLines = 20_000;

/**
 * A trace with the names, files and lines of the source. Lines that are no part of one stay as they are; so do
 * those beyond the first 20,000.
 */
export function retraceText(mapping: MappingFile, text: string): string {
  const lines = text.split("\n");
  const result: string[] = [];
  let exception: string | null = null;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as string;
    if (index >= mostLines) {
      result.push(...lines.slice(index));
      break;
    }
    const run = framesFrom(lines, index);
    if (run.length > 0) {
      result.push(...retraceRun(mapping, exception, run));
      exception = null;
      index += run.length;
      continue;
    }
    const found = exceptionLine.exec(line);
    const className = found?.[2];
    if (found !== null && className !== undefined) {
      exception = className;
      result.push(`${found[1]}${mapping.originalClass(className)}${found[3]}`);
    } else result.push(line);
    index += 1;
  }
  return result.join("\n");
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
  for (let index = start; index < lines.length && index < mostLines; index++) {
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

function retraceRun(mapping: MappingFile, exception: string | null, run: readonly FrameLine[]): string[] {
  return retrace(
    mapping,
    exception,
    run.map(({ frame }) => frame),
  ).map((frame) => written(frame, run[frame.from] as FrameLine));
}

function written(frame: RetracedFrame, { indent, module, place, rest }: FrameLine): string {
  const where = frame.isMapped ? `${frame.file ?? ""}${frame.line === null ? "" : `:${frame.line}`}` : place;
  return `${indent}${module}${frame.function}(${where})${rest}`;
}
