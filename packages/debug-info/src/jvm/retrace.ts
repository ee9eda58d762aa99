/** Obfuscated JVM stack traces back to those of the source. */
import type { ClassMapping, MappingFile, MethodMapping } from "./mapping.ts";

export interface ObfuscatedFrame {
  /** `class.method`. */
  readonly function: string;
  /** Null where the trace has none (`Unknown Source`, `Native Method`). */
  readonly line: number | null;
  readonly file: string | null;
}

export interface RetracedFrame {
  /** `class.method` of the source. */
  readonly function: string;
  readonly file: string | null;
  readonly line: number | null;
  /** Whether it was inlined into the next frame. */
  readonly inlined: boolean;
  /** Other methods that the frame may stand for, as `class.method`: it has no line that would decide. */
  readonly alternatives: readonly string[];
  /** The index of the frame that it was made from. */
  readonly from: number;
  /** Whether the mapping knows the frame's class. */
  readonly isMapped: boolean;
}

/** Methods that one frame becomes; of more, the outermost. */
const mostInlined = 64;
const mostAlternatives = 20;

/**
 * Retraces the frames of one exception, the innermost first. `exceptionType` is its obfuscated class, which decides
 * whether frames are left out that R8 moved a check into.
 */
export function retrace(
  mapping: MappingFile,
  exceptionType: string | null,
  frames: readonly ObfuscatedFrame[],
): RetracedFrame[] {
  return [...retraceEach(mapping, exceptionType, frames)].flat();
}

/** As `retrace`, one frame after the other: what each of them becomes, which is nothing for an outline. */
export function* retraceEach(
  mapping: MappingFile,
  exceptionType: string | null,
  frames: readonly ObfuscatedFrame[],
): Generator<readonly RetracedFrame[]> {
  const thrown =
    exceptionType === null ? null : [exceptionType, mapping.originalClass(exceptionType)].map(descriptorOf);
  let isInnermost = true;
  let outlineLine: number | null = null;
  for (const [from, frame] of frames.entries()) {
    const dot = frame.function.lastIndexOf(".");
    const [className, methodName] = [frame.function.slice(0, Math.max(dot, 0)), frame.function.slice(dot + 1)];
    const known = mapping.classOf(className);
    if (known === undefined) {
      outlineLine = null;
      isInnermost = false;
      yield [{ ...frame, inlined: false, alternatives: [], from, isMapped: false }];
      continue;
    }
    const candidates = known.methods.get(methodName) ?? [];
    let { line } = frame;
    if (outlineLine !== null) line = callerLine(candidates, line, outlineLine);
    outlineLine = null;
    const groups = groupsAt(candidates, line);
    const [group] = groups;
    if (group === undefined) {
      const name = `${known.originalName}.${methodName}`;
      const file = fileOf(mapping, known, known.originalName, frame.file);
      isInnermost = false;
      yield [{ function: name, file, line, inlined: false, alternatives: [], from, isMapped: true }];
      continue;
    }
    if (group.some(({ isOutline }) => isOutline)) {
      outlineLine = line;
      yield [];
      continue;
    }
    const shown = rewritten(withoutSynthesized(group), isInnermost ? thrown : null).slice(-mostInlined);
    const others = alternatives(groups);
    isInnermost = false;
    yield shown.map((method, index) => ({
      function: nameOf(method),
      file: fileOf(mapping, known, method.originalClass, frame.file),
      line: originalLine(method, line),
      inlined: index < shown.length - 1,
      alternatives: index === shown.length - 1 ? others : [],
      from,
      isMapped: true,
    }));
  }
}

function nameOf({ originalClass, originalName }: MethodMapping): string {
  return `${originalClass}.${originalName}`;
}

function descriptorOf(className: string): string {
  return `L${className.replaceAll(".", "/")};`;
}

/** The line of a caller for the line at which the outline was, which the frame itself cannot know. */
function callerLine(candidates: readonly MethodMapping[], line: number | null, outlineLine: number): number | null {
  for (const { lines, outlinePositions } of candidates) {
    const isHere = lines === null || line === null || (line >= lines[0] && line <= lines[1]);
    const own = isHere ? outlinePositions?.get(outlineLine) : undefined;
    if (own !== undefined) return own;
  }
  return line;
}

/**
 * The methods that a line stands for. Each group is what was inlined there, the innermost first: neighbours with the
 * same obfuscated lines. Several groups leave it open which one it was.
 */
function groupsAt(candidates: readonly MethodMapping[], line: number | null): MethodMapping[][] {
  const known = line !== null && line > 0;
  const atLine = known ? candidates.filter(({ lines }) => lines !== null && line >= lines[0] && line <= lines[1]) : [];
  if (atLine.length > 0) return grouped(atLine);
  const whole = candidates.filter(({ lines }) => lines === null || lines[0] === 0);
  return grouped(whole.length > 0 ? whole : candidates);
}

function grouped(methods: readonly MethodMapping[]): MethodMapping[][] {
  const groups: MethodMapping[][] = [];
  for (const method of methods) {
    const group = groups.at(-1);
    const lines = group?.[0]?.lines;
    if (group !== undefined && lines != null && method.lines?.[0] === lines[0] && method.lines[1] === lines[1])
      group.push(method);
    else groups.push([method]);
  }
  return groups;
}

/** The outermost methods of the other groups, where they are others. */
function alternatives(groups: readonly (readonly MethodMapping[])[]): string[] {
  const names = new Set(groups.flatMap((group) => group.slice(-1).map(nameOf)));
  const [first] = names;
  if (first !== undefined) names.delete(first);
  return [...names].slice(0, mostAlternatives);
}

/** A method that the compiler put around others is left out; alone, it is all there is to show. */
function withoutSynthesized(group: readonly MethodMapping[]): readonly MethodMapping[] {
  const written = group.filter(({ isSynthesized }) => !isSynthesized);
  return written.length > 0 ? written : group;
}

function rewritten(group: readonly MethodMapping[], thrown: readonly string[] | null): readonly MethodMapping[] {
  if (thrown === null) return group;
  const applies = group
    .flatMap(({ rewrites }) => rewrites)
    .filter(({ throws }) => throws.every((one) => thrown.includes(one)));
  const removed = applies.reduce((sum, { removeInnerFrames }) => sum + removeInnerFrames, 0);
  // What would leave nothing is not to be believed.
  return removed < group.length ? group.slice(removed) : group;
}

function originalLine({ lines, originalLines }: MethodMapping, line: number | null): number | null {
  if (originalLines === null) return line;
  const [first, last] = originalLines;
  if (lines === null || line === null || line <= 0) return first === last && first > 0 ? first : null;
  return first === last ? first || null : Math.min(first + (line - lines[0]), last);
}

/** Names that obfuscation leaves in place of a file. */
const noFile = /^(SourceFile|Unknown Source|Native Method|r8-map-id-.*|[a-z]{1,2}|)$/;

/** The file that the mapping names for the class; else a guess from the class, unless the frame has a name that looks real. */
function fileOf(mapping: MappingFile, known: ClassMapping, originalClass: string, file: string | null): string | null {
  const named = originalClass === known.originalName ? known.sourceFile : mapping.sourceFileOf(originalClass);
  if (named !== null) return named;
  if (file !== null && !noFile.test(file) && originalClass === known.originalName) return file;
  const simple = originalClass.slice(originalClass.lastIndexOf(".") + 1);
  const outer = simple.split("$")[0] ?? simple;
  return outer === "" ? file : outer.endsWith("Kt") ? `${outer.slice(0, -2)}.kt` : `${outer}.java`;
}
