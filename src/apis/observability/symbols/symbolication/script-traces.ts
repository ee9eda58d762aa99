/** Maps stack traces of scripts to their source, each frame with the source map of its script. */
import type { GeneratedFrame, OriginalFrame, SourceMapFile } from "@accord/debug-info/javascript";
import { scriptPath } from "@accord/debug-info/javascript";
import { mostTextBytes } from "../text-limits.ts";
import { formLimits, type MissingSymbols } from "./form.ts";
import { artifactTypes } from "./stack.ts";

/** A source map that was found. */
export interface FoundSourceMap {
  /** Identifies the map. */
  readonly key: string;
  readonly bytes: number;
  /** Returns null when the file is no usable source map. */
  read(): Promise<SourceMapFile | null>;
}

/** Finds the map of a script, or the one for every script; null when there is neither. `script` is null when it is unknown. */
export type FindSourceMap = (script: string | null) => Promise<FoundSourceMap | null>;

/** Most scripts of one stack that are looked up by name. */
const mostScripts = 20;
/** Most maps that are read for one stack. Together they have at most as many bytes as a single map may have. */
const mostMaps = 8;

export interface ReadTraces {
  /** The original frame for each frame of each trace; null where no map covers it. */
  readonly traces: readonly (readonly (OriginalFrame | null)[])[];
  /** Scripts that have no map while others have one. */
  readonly missing: readonly MissingSymbols[];
}

const nowhere: GeneratedFrame = { function: null, file: null, line: null, column: null };

/** Returns null when no map is usable. Throws what finding and reading throw. */
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
