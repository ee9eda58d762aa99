/** Stack traces of scripts, each frame read with the source map of its script. */
import type { GeneratedFrame, OriginalFrame, SourceMapFile } from "@accord/debug-info/javascript";
import { scriptPath } from "@accord/debug-info/javascript";
import { mostTextBytes } from "../text-limits.ts";
import { formLimits, type MissingSymbols } from "./form.ts";
import { artifactTypes } from "./stack.ts";

/** A source map that was found. */
export interface FoundSourceMap {
  /** The same for the same map. */
  readonly key: string;
  readonly bytes: number;
  /** Null when it is of no use. */
  read(): Promise<SourceMapFile | null>;
}

/** Finds the map of a script, or the one that is of every script; null when there is neither. A script of null is not known. */
export type FindSourceMap = (script: string | null) => Promise<FoundSourceMap | null>;

/** Scripts of one stack that are looked for by their name. */
const mostScripts = 20;
/** Maps that are read for one stack. Together they have as many bytes as one may have. */
const mostMaps = 8;

export interface ReadTraces {
  /** Of each trace, of each frame; null where no map has it. */
  readonly traces: readonly (readonly (OriginalFrame | null)[])[];
  /** Scripts that have no map while others have one. */
  readonly missing: readonly MissingSymbols[];
}

const nowhere: GeneratedFrame = { function: null, file: null, line: null, column: null };

/** Null when there is no map of use. Throws what finding and reading throw. */
export async function readTraces(
  traces: readonly (readonly GeneratedFrame[])[],
  { platforms, release }: { readonly platforms: readonly string[]; readonly release: string },
  find: FindSourceMap,
): Promise<ReadTraces | null> {
  const scripts = new Set(traces.flat().map(scriptOf));
  const asked = new Set([...scripts].filter((script) => script !== null).slice(0, mostScripts));
  const nameOf = (frame: GeneratedFrame) => {
    const script = scriptOf(frame);
    return script !== null && asked.has(script) ? script : null;
  };
  const maps = new Map<string, { readonly map: FoundSourceMap; readonly scripts: Set<string | null> }>();
  const unknown = new Set<string>();
  for (const script of new Set(traces.flat().map(nameOf))) {
    const map = await find(script);
    if (map !== null) {
      const known = maps.get(map.key);
      if (known === undefined) maps.set(map.key, { map, scripts: new Set([script]) });
      else known.scripts.add(script);
    } else if (script !== null) unknown.add(script);
  }

  const read: (OriginalFrame | null)[][] = traces.map((trace) => trace.map(() => null));
  let isRead = false;
  let bytes = 0;
  for (const { map, scripts: own } of [...maps.values()].slice(0, mostMaps)) {
    bytes += map.bytes;
    if (bytes > mostTextBytes.sourceMap) break;
    const file = await map.read();
    if (file === null) continue;
    isRead = true;
    for (const [at, trace] of traces.entries()) {
      const originals = file.originalFrames(trace.map((frame) => (own.has(nameOf(frame)) ? frame : nowhere)));
      for (const [index, original] of originals.entries()) if (original !== null) (read[at] ?? [])[index] = original;
    }
  }
  if (!isRead) return null;
  const missing = [...unknown].map((script) => ({
    platform: platforms[0] ?? "",
    release,
    artifactType: artifactTypes.javascript[0],
    script: script.slice(-500),
  }));
  return { traces: read, missing: missing.slice(0, formLimits.missing) };
}

/** Null where the frame has no file, or is one of the runtime's own. */
function scriptOf({ file }: GeneratedFrame): string | null {
  if (file === null || /^(native|node:|<|\[)/.test(file)) return null;
  const path = scriptPath(file);
  return path === "" ? null : path;
}
