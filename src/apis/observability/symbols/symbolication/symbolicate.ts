/** Stacks to their symbolicated form, with whatever readers of symbols there are. */
import type { GeneratedFrame, OriginalFrame } from "@accord/debug-info/javascript";
import { parseStack } from "@accord/debug-info/javascript";
import type { MappingFile } from "@accord/debug-info/jvm";
import { retrace, retraceText } from "@accord/debug-info/jvm";
import type { SymbolIndex } from "@accord/debug-info/native";
import { demangle } from "@accord/debug-info/native";
import {
  type FrameParts,
  formLimits,
  frameOf,
  type MissingSymbols,
  type SymbolicatedCause,
  type SymbolicatedFrame,
  type Symbolication,
} from "./form.ts";
import { type FindSourceMap, type FoundSourceMap, readTraces } from "./script-traces.ts";
import { artifactTypes, type Cause, type FrameImage, type NativeFrame, type Stack } from "./stack.ts";

/** Readers of one tenant's symbols. They resolve to null when there are none. */
export interface SymbolReaders {
  index(image: FrameImage): Promise<SymbolIndex | null>;
  mapping(platform: string, release: string): Promise<MappingFile | null>;
  /** That of a script, or of every script of the release. */
  sourceMap(platform: string, release: string, script: string | null): Promise<FoundSourceMap | null>;
}

type StackOf<Family> = Extract<Stack, { readonly family: Family }>;

/** Throws what the readers throw. */
export function symbolicate(stack: Stack, readers: SymbolReaders): Promise<Symbolication> {
  switch (stack.family) {
    case "native":
      return symbolicateNative(stack, readers);
    case "jvm":
      return symbolicateJvm(stack, readers);
    case "javascript":
      return symbolicateScript(stack, readers);
    default:
      return stack.family === "jvm-text" ? symbolicateJvmText(stack, readers) : symbolicateScriptText(stack, readers);
  }
}

async function symbolicateNative(
  { platform, frames }: StackOf<"native">,
  readers: SymbolReaders,
): Promise<Symbolication> {
  const kept = frames.slice(0, formLimits.frames);
  const indexes = new Map<string, SymbolIndex | null>();
  const missing = new Map<string, MissingSymbols>();
  for (const { image, inApp } of kept) {
    if (image === null) continue;
    if (!indexes.has(image.debugId)) indexes.set(image.debugId, await readers.index(image));
    if (inApp && indexes.get(image.debugId) === null) missing.set(image.debugId, { platform, debugId: image.debugId });
  }
  const results: SymbolicatedFrame[] = [];
  for (const [place, frame] of kept.entries()) {
    const index = frame.image === null ? null : (indexes.get(frame.image.debugId) ?? null);
    results.push(...(await nativeFrames(frame, index, place === 0)));
  }
  const found = [...indexes.values()].some((index) => index !== null);
  return {
    status: !found ? "missing" : missing.size > 0 ? "partial" : "complete",
    frames: results.slice(0, formLimits.frames),
    missing: [...missing.values()].slice(0, formLimits.missing),
  };
}

/** Only the innermost frame stands where it was interrupted: the others go on after a call, at the address before. */
async function nativeFrames(
  { raw, address, image, offset, isFileAddress, function: known }: NativeFrame,
  index: SymbolIndex | null,
  isInnermost: boolean,
): Promise<SymbolicatedFrame[]> {
  if (index === null || image === null || offset === null) return [frameOf({ raw, address, function: known })];
  // The lowest bit of an address of 32-bit ARM says that the code is Thumb.
  const exact = /^(arm|thumb)(?!64)/.test(image.arch) ? offset - (offset % 2) : offset;
  const counted = isFileAddress ? exact - index.imageBase : exact;
  const found = await index.framesAt(Math.max(0, isInnermost ? counted : counted - 1));
  if (found.length === 0) return [frameOf({ raw, address, function: known })];
  return found.map((frame) =>
    frameOf({ ...frame, function: frame.function === null ? known : demangle(frame.function), raw, address }),
  );
}

async function symbolicateJvm(stack: StackOf<"jvm">, readers: SymbolReaders): Promise<Symbolication> {
  const { release } = stack;
  const [thrown, ...causes] = withinLimits(stack);
  const mapping = await first(stack.platforms, (platform) => readers.mapping(platform, release));
  if (mapping === null) return withoutSymbols([thrown, ...causes], stack, artifactTypes.jvm[0]);
  const retraced = ({ exceptionType, frames }: (typeof causes)[number]): SymbolicatedCause => {
    const renamed = exceptionType === null ? null : mapping.originalClass(exceptionType);
    return {
      frames: retrace(mapping, exceptionType, frames)
        .slice(0, formLimits.frames)
        .map(({ from, ...frame }) => frameOf({ ...frame, raw: frames[from]?.raw ?? "" })),
      ...(renamed !== null && renamed !== exceptionType && { exceptionType: renamed.slice(0, 1_000) }),
    };
  };
  return { status: "complete", missing: [], ...retraced(thrown), ...causesOf(causes.map(retraced)) };
}

async function symbolicateScript(stack: StackOf<"javascript">, readers: SymbolReaders): Promise<Symbolication> {
  const traces = withinLimits({ exceptionType: null, ...stack });
  const read = await readTraces(
    traces.map(({ frames }) => frames),
    stack,
    sourceMapOf(stack, readers),
  );
  if (read === null) return withoutSymbols(traces, stack, artifactTypes.javascript[0]);
  let contexts = 0;
  const original = (frame: GeneratedFrame & { readonly raw: string }, found: OriginalFrame | null) => {
    if (found === null) return frameOf(frame);
    const { context, ...place } = found;
    const isShown = context !== null && contexts++ < formLimits.contexts;
    return frameOf({ ...place, raw: frame.raw, ...(isShown && { context }) });
  };
  const [frames = [], ...causes] = traces.map((trace, at) =>
    trace.frames.map((frame, index) => original(frame, read.traces[at]?.[index] ?? null)),
  );
  const { missing } = read;
  const status = missing.length > 0 ? "partial" : "complete";
  return { status, frames, missing, ...causesOf(causes.map((each) => ({ frames: each }))) };
}

/** The exception and its causes, with as many frames together as are kept. */
function withinLimits<Frame>(
  exception: Cause<Frame> & { readonly causes: readonly Cause<Frame>[] },
): readonly [Cause<Frame>, ...Cause<Frame>[]] {
  let left: number = formLimits.frames;
  const cut = ({ exceptionType, frames }: Cause<Frame>): Cause<Frame> => {
    const kept = frames.slice(0, left);
    left -= kept.length;
    return { exceptionType, frames: kept };
  };
  return [cut(exception), ...exception.causes.slice(0, formLimits.causes).map(cut)];
}

function causesOf(causes: readonly SymbolicatedCause[]): Pick<Symbolication, "causes"> {
  return causes.length === 0 ? {} : { causes };
}

function sourceMapOf(
  { platforms, release }: { readonly platforms: readonly string[]; readonly release: string },
  readers: SymbolReaders,
): FindSourceMap {
  return (script) => first(platforms, (platform) => readers.sourceMap(platform, release, script));
}

type TextStack = StackOf<"jvm-text" | "javascript-text">;

async function symbolicateJvmText(stack: TextStack, readers: SymbolReaders): Promise<Symbolication> {
  const mapping = await first(stack.platforms, (platform) => readers.mapping(platform, stack.release));
  if (mapping === null) return withoutSymbols([], stack, artifactTypes.jvm[0]);
  return { status: "complete", frames: [], missing: [], stacktraces: [retraceText(mapping, stack.text)] };
}

/** The lines of a JavaScript stack in V8's form; those that no map covers stay as they are. What stands between frames parts traces. */
async function symbolicateScriptText(stack: TextStack, readers: SymbolReaders): Promise<Symbolication> {
  const lines = parseStack(stack.text);
  const traces: GeneratedFrame[][] = [[]];
  for (const { frame } of lines) {
    if (frame !== null) traces.at(-1)?.push(frame);
    else if (traces.at(-1)?.length !== 0) traces.push([]);
  }
  const read = await readTraces(traces, stack, sourceMapOf(stack, readers));
  if (read === null) return withoutSymbols([], stack, artifactTypes.javascript[0]);
  const originals = read.traces.flat().values();
  const text = lines.map(({ line, frame }) => {
    const original = frame === null ? null : (originals.next().value ?? null);
    if (original === null) return line;
    const { function: name, file, line: row, column } = original;
    const [indent = ""] = /^\s*/.exec(line) ?? [];
    const place = `${file}:${row}:${column}`;
    return `${indent || "    "}at ${name === null ? place : `${name} (${place})`}${line.endsWith(" {") ? " {" : ""}`;
  });
  const { missing } = read;
  return { status: missing.length > 0 ? "partial" : "complete", frames: [], missing, stacktraces: [text.join("\n")] };
}

function withoutSymbols(
  [thrown, ...causes]: readonly Cause<FrameParts>[],
  { platforms, release }: { readonly platforms: readonly string[]; readonly release: string },
  artifactType: string,
): Symbolication {
  return {
    status: "missing",
    frames: (thrown?.frames ?? []).map(frameOf),
    missing: [{ platform: platforms[0] ?? "", release, artifactType }],
    ...causesOf(causes.map(({ frames }) => ({ frames: frames.map(frameOf) }))),
  };
}

async function first<Found>(
  platforms: readonly string[],
  find: (platform: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const platform of platforms) {
    const found = await find(platform);
    if (found !== null) return found;
  }
  return null;
}
