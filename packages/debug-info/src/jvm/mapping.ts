/**
 * Mapping files of ProGuard and R8: which class, method and line of the source an obfuscated one comes from.
 * The format is ProGuard's ("retrace" in its manual), with R8's additional information in comments of JSON
 * (doc/retrace.md of R8, version 2.2).
 */

/** A method at some of the obfuscated lines, or wherever it is when it has none. */
export interface MethodMapping {
  /** The class of the source; another one than that of the frame where the method was moved or inlined. */
  readonly originalClass: string;
  readonly originalName: string;
  /** Types of the arguments, as in the file. */
  readonly arguments: string;
  /** First and last obfuscated line; null where the method was mapped as a whole. */
  readonly lines: readonly [number, number] | null;
  /** First and last line of the source; one number alone is the line of a call. Null where the lines were not changed. */
  readonly originalLines: readonly [number, number] | null;
  /** Made by the compiler: nobody wrote it. */
  readonly isSynthesized: boolean;
  /** Holds code of several methods, for which its callers stand. */
  readonly isOutline: boolean;
  /** Where this method calls an outline: its own obfuscated line for each obfuscated line of the outline. */
  readonly outlinePositions: ReadonlyMap<number, number> | null;
  /** The first 100 that the mapping has of the method; further ones are left out, so that their frames are shown. */
  readonly rewrites: readonly FrameRewrite[];
}

/** Frames that are not shown when the exception is of a certain class, because R8 put the check in elsewhere. */
export interface FrameRewrite {
  /** Descriptors (`Ljava/lang/NullPointerException;`), all of which have to hold. */
  readonly throws: readonly string[];
  readonly removeInnerFrames: number;
}

export interface ClassMapping {
  readonly originalName: string;
  readonly sourceFile: string | null;
  /** By obfuscated name, in the order of the file. */
  readonly methods: ReadonlyMap<string, readonly MethodMapping[]>;
}

/** Thrown for a mapping that asks for too much, with what it is. */
export class InvalidMappingError extends Error {
  override readonly name = "InvalidMappingError";
}

export const mappingLimits = {
  /** Longer lines are skipped: names are at most 64 KiB in class files. */
  lineBytes: 1024 * 1024,
  classes: 1_000_000,
  /** Characters of the names of classes, which are kept. */
  names: 128 * 1024 * 1024,
  /** Lines of one class. A class has at most 65,535 methods, each with some ranges of lines. */
  lines: 1_000_000,
} as const;
/** Methods of one name in one class that a frame may stand for: overloads, each with its ranges of lines. */
const mostCandidates = 10_000;
/** Rewrites of one method, each for other exceptions. R8 writes one or two. */
const mostRewrites = 100;
/** Methods of the classes that are kept parsed, and the classes. */
const keptMethods = 500_000;

/** A mapping file in memory. Classes are parsed when they are first asked for. */
export class MappingFile {
  readonly #bytes: Buffer;
  /** Where the section of each obfuscated class begins. */
  readonly #classes = new Map<string, number>();
  /** The obfuscated name of each class of the source. */
  readonly #obfuscated = new Map<string, string>();
  readonly #parsed = new Map<string, ClassMapping>();
  #parsedMethods = 0;

  /**
   * Finds the classes. Any text is accepted; one without classes maps nothing. Throws InvalidMappingError beyond
   * `mappingLimits`.
   */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    let characters = 0;
    let lines = 0;
    for (const [start, end] of linesOf(bytes, 0)) {
      const first = bytes[start];
      lines += 1;
      if (this.#classes.size > 0 && lines > mappingLimits.lines)
        throw tooMuch("lines in one class", mappingLimits.lines);
      if (
        first === space ||
        first === tab ||
        first === hash ||
        end - start > mappingLimits.lineBytes ||
        bytes[lastOf(bytes, start, end)] !== colon
      )
        continue;
      const header = classHeader(bytes.toString("utf8", start, end));
      lines = 0;
      // The first one wins, as for every line that comes twice.
      if (header === null || this.#classes.has(header.obfuscated)) continue;
      this.#classes.set(header.obfuscated, start);
      this.#obfuscated.set(header.original, header.obfuscated);
      characters += header.obfuscated.length + header.original.length;
      if (characters > mappingLimits.names) throw tooMuch("characters in names of classes", mappingLimits.names);
      if (this.#classes.size > mappingLimits.classes) throw tooMuch("classes", mappingLimits.classes);
    }
  }

  get size(): number {
    return this.#classes.size;
  }

  /** The mapping of a class by its obfuscated name, `a.b.c` and `a.b.C$d`. */
  classOf(obfuscated: string): ClassMapping | undefined {
    const start = this.#classes.get(obfuscated);
    if (start === undefined) return undefined;
    const known = this.#parsed.get(obfuscated);
    if (known !== undefined) return known;
    const parsed = parseClass(this.#bytes, start);
    const size = [...parsed.methods.values()].reduce((sum, { length }) => sum + length, 1);
    if (this.#parsedMethods + size > keptMethods) {
      this.#parsed.clear();
      this.#parsedMethods = 0;
    }
    this.#parsed.set(obfuscated, parsed);
    this.#parsedMethods += size;
    return parsed;
  }

  /** The name of a class in the source; the name itself when it was not changed. */
  originalClass(obfuscated: string): string {
    return this.classOf(obfuscated)?.originalName ?? obfuscated;
  }

  /** The file that a class of the source is in; null when the mapping does not say. */
  sourceFileOf(original: string): string | null {
    const obfuscated = this.#obfuscated.get(original);
    return obfuscated === undefined ? null : (this.classOf(obfuscated)?.sourceFile ?? null);
  }
}

function tooMuch(what: string, most: number): InvalidMappingError {
  return new InvalidMappingError(`It has more than ${most} ${what}`);
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;
const hash = 0x23;
const colon = 0x3a;

/** Start and end of each line, without line ends. */
function* linesOf(bytes: Buffer, from: number): Generator<readonly [number, number]> {
  for (let start = from; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    yield [start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end];
    start = end + 1;
  }
}

function lastOf(bytes: Buffer, start: number, end: number): number {
  let last = end - 1;
  while (last > start && (bytes[last] === space || bytes[last] === tab)) last -= 1;
  return last;
}

function classHeader(line: string): { readonly original: string; readonly obfuscated: string } | null {
  const arrow = line.indexOf(" -> ");
  if (arrow <= 0) return null;
  const obfuscated = line
    .slice(arrow + 4)
    .trimEnd()
    .slice(0, -1)
    .trim();
  return obfuscated === "" ? null : { original: line.slice(0, arrow).trim(), obfuscated };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type WritableMethod = Writable<Omit<MethodMapping, "rewrites">> & { readonly rewrites: FrameRewrite[] };

function parseClass(bytes: Buffer, start: number): ClassMapping {
  let originalName = "";
  let sourceFile: string | null = null;
  let isSynthesizedClass = false;
  const methods = new Map<string, WritableMethod[]>();
  let last: WritableMethod | undefined;
  for (const [from, end] of linesOf(bytes, start)) {
    if (end - from > mappingLimits.lineBytes) continue;
    const line = bytes.toString("utf8", from, end);
    const text = line.trim();
    if (from === start) originalName = classHeader(line)?.original ?? "";
    else if (text.startsWith("#")) {
      const information = jsonOf(text.slice(1));
      if (information === null) continue;
      if (information.id === "sourceFile" && typeof information.fileName === "string")
        sourceFile = information.fileName;
      else if (last !== undefined) addInformation(last, information);
      else if (information.id === "com.android.tools.r8.synthesized") isSynthesizedClass = true;
    } else if (line.startsWith(" ") || line.startsWith("\t")) {
      const member = methodOf(text, originalName, isSynthesizedClass);
      if (member === null) continue;
      last = member.method;
      const known = methods.get(member.obfuscated);
      if (known === undefined) methods.set(member.obfuscated, [member.method]);
      else if (known.length < mostCandidates) known.push(member.method);
    } else if (text !== "") break;
  }
  return { originalName, sourceFile, methods };
}

function jsonOf(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** `1:3:void com.example.Foo.bar(int):10:12 -> a`, of which only the type, name, arguments and new name must be there. */
const methodLine = /^(?:(\d+):(\d+):)?\S+ ([^\s(]+)\(([^)]*)\)(?::(\d+))?(?::(\d+))? -> (\S+)$/;

function methodOf(
  text: string,
  className: string,
  isSynthesized: boolean,
): { readonly obfuscated: string; readonly method: WritableMethod } | null {
  const found = methodLine.exec(text);
  if (found === null) return null;
  const [, first, last, name = "", args = "", originalFirst, originalLast, obfuscated = ""] = found;
  const dot = name.lastIndexOf(".");
  return {
    obfuscated,
    method: {
      originalClass: dot < 0 ? className : name.slice(0, dot),
      originalName: name.slice(dot + 1),
      arguments: args,
      lines: first === undefined ? null : [Number(first), Number(last)],
      originalLines:
        originalFirst === undefined ? null : [Number(originalFirst), Number(originalLast ?? originalFirst)],
      isSynthesized,
      isOutline: false,
      outlinePositions: null,
      rewrites: [],
    },
  };
}

function addInformation(method: WritableMethod, information: Record<string, unknown>): void {
  switch (information.id) {
    case "com.android.tools.r8.synthesized":
      method.isSynthesized = true;
      break;
    case "com.android.tools.r8.outline":
      method.isOutline = true;
      break;
    case "com.android.tools.r8.outlineCallsite": {
      const positions = information.positions;
      if (typeof positions !== "object" || positions === null) break;
      method.outlinePositions = new Map(Object.entries(positions).map(([line, own]) => [Number(line), Number(own)]));
      break;
    }
    case "com.android.tools.r8.rewriteFrame": {
      const rewrite = method.rewrites.length < mostRewrites ? rewriteOf(information) : null;
      if (rewrite !== null) method.rewrites.push(rewrite);
      break;
    }
    default:
    // Later versions may say more, which is to be read as a comment.
  }
}

function rewriteOf(information: Record<string, unknown>): FrameRewrite | null {
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  const conditions = texts(information.conditions).map((condition) => /^throws\((.+)\)$/.exec(condition)?.[1]);
  const actions = texts(information.actions).map((action) => /^removeInnerFrames\((\d+)\)$/.exec(action)?.[1]);
  // A condition that is not known cannot be judged, so that the frames stay.
  if (conditions.some((one) => one === undefined) || actions.some((one) => one === undefined)) return null;
  return {
    throws: conditions.flatMap((one) => one ?? []),
    removeInnerFrames: actions.reduce((sum, count) => sum + Number(count), 0),
  };
}
