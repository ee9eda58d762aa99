/** Stacks to their symbolicated form, with whatever readers of symbols there are. */
import type { SourceMapFile } from "../javascript/source-map.ts";
import { parseStack } from "../javascript/stack-trace.ts";
import type { MappingFile } from "../jvm/mapping.ts";
import { retrace } from "../jvm/retrace.ts";
import { retraceText } from "../jvm/stack-trace.ts";
import { demangle } from "../native/demangle.ts";
import type { SymbolIndex } from "../native/symbol-index.ts";
import { formLimits, frameOf, type MissingSymbols, type SymbolicatedFrame, type Symbolication } from "./form.ts";
import { artifactTypes, type FrameImage, type NativeFrame, type Stack } from "./stack.ts";

/** What reads the symbols of one tenant; null where there are none. */
export interface SymbolReaders {
  index(image: FrameImage): Promise<SymbolIndex | null>;
  mapping(platform: string, release: string): Promise<MappingFile | null>;
  sourceMap(platform: string, release: string): Promise<SourceMapFile | null>;
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
      return symbolicateText(stack, readers);
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
  const { frames, exceptionType, release } = stack;
  const kept = frames.slice(0, formLimits.frames);
  const mapping = await first(stack.platforms, (platform) => readers.mapping(platform, release));
  if (mapping === null) return withoutSymbols(kept.map(frameOf), stack, artifactTypes.jvm[0]);
  const renamed = exceptionType === null ? null : mapping.originalClass(exceptionType);
  const results = retrace(mapping, exceptionType, kept);
  return {
    status: "complete",
    frames: results
      .slice(0, formLimits.frames)
      .map(({ from, ...frame }) => frameOf({ ...frame, raw: kept[from]?.raw ?? "" })),
    missing: [],
    ...(renamed !== null && renamed !== exceptionType && { exceptionType: renamed.slice(0, 1_000) }),
  };
}

async function symbolicateScript(stack: StackOf<"javascript">, readers: SymbolReaders): Promise<Symbolication> {
  const { frames, release } = stack;
  const kept = frames.slice(0, formLimits.frames);
  const map = await first(stack.platforms, (platform) => readers.sourceMap(platform, release));
  if (map === null) return withoutSymbols(kept.map(frameOf), stack, artifactTypes.javascript[0]);
  const originals = map.originalFrames(kept);
  return {
    status: "complete",
    frames: kept.map((frame, index) => {
      const original = originals[index] ?? null;
      if (original === null) return frameOf(frame);
      const { context, ...place } = original;
      return frameOf({
        ...place,
        raw: frame.raw,
        ...(context !== null && index < formLimits.contexts && { context }),
      });
    }),
    missing: [],
  };
}

async function symbolicateText(
  stack: StackOf<"jvm-text" | "javascript-text">,
  readers: SymbolReaders,
): Promise<Symbolication> {
  const { family, text, platforms, release } = stack;
  if (family === "jvm-text") {
    const mapping = await first(platforms, (platform) => readers.mapping(platform, release));
    if (mapping === null) return withoutSymbols([], stack, artifactTypes.jvm[0]);
    return { status: "complete", frames: [], missing: [], stacktraces: [retraceText(mapping, text)] };
  }
  const map = await first(platforms, (platform) => readers.sourceMap(platform, release));
  if (map === null) return withoutSymbols([], stack, artifactTypes.javascript[0]);
  return { status: "complete", frames: [], missing: [], stacktraces: [scriptText(map, text)] };
}

/** The lines of a JavaScript stack in V8's form; those that the map does not cover stay as they are. */
function scriptText(map: SourceMapFile, text: string): string {
  const lines = parseStack(text);
  const framed = lines.filter(({ frame }) => frame !== null);
  const originals = map.originalFrames(framed.flatMap(({ frame }) => frame ?? []));
  const found = new Map(framed.map((line, index) => [line, originals[index] ?? null]));
  return lines
    .map((line) => {
      const original = found.get(line) ?? null;
      if (original === null) return line.line;
      const { function: name, file, line: row, column } = original;
      return name === null ? `    at ${file}:${row}:${column}` : `    at ${name} (${file}:${row}:${column})`;
    })
    .join("\n");
}

function withoutSymbols(
  frames: readonly SymbolicatedFrame[],
  { platforms, release }: { readonly platforms: readonly string[]; readonly release: string },
  artifactType: string,
): Symbolication {
  return { status: "missing", frames, missing: [{ platform: platforms[0] ?? "", release, artifactType }] };
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
