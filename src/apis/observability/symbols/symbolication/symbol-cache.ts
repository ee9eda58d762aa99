/** Symbols that were read, kept for the next crash: the readers of what stands behind `SymbolSource`. */
import { InvalidSourceMapError, SourceMapFile, scriptsOf } from "@accord/debug-info/javascript";
import { InvalidMappingError, MappingFile } from "@accord/debug-info/jvm";
import { KeptSegments, MalformedObjectError, SymbolIndex } from "@accord/debug-info/native";
import { LRUCache } from "lru-cache";
import { mostTextBytes } from "../text-limits.ts";
import { artifactTypes } from "./stack.ts";
import type { SymbolReaders } from "./symbolicate.ts";

export type WantedSymbols =
  | { readonly kind: "debug"; readonly debugId: string }
  | {
      readonly kind: "artifact";
      readonly platform: string;
      readonly release: string;
      /** Each of them is enough; the first that there is. */
      readonly artifactTypes: readonly string[];
      /** That it may be of, the likeliest first (`scriptsOf`); one of every script is enough, too. */
      readonly scripts?: readonly string[];
    };

/** Symbols in the object store. What a key names never changes. */
export interface FoundSymbols {
  readonly objectKey: string;
  /** Bytes. */
  readonly size: number;
}

/** The symbols of one tenant. */
export interface SymbolSource {
  find(wanted: WantedSymbols): Promise<FoundSymbols | null>;
  read(objectKey: string, offset: number, length: number): Promise<Buffer>;
}

/** Bytes of memory for each byte of a file that is parsed. JavaScript keeps some texts of a source map with two bytes for a character. */
const expansion = { sourceMap: 2, mapping: 1.5, directory: 1.5 } as const;
/** The same while a source map is being parsed. */
const parsing = 3.2;

type Parsed = SourceMapFile | MappingFile | SymbolIndex | "unusable";

const isIndex = (value: Parsed) => value instanceof SymbolIndex;
const isMapping = (value: Parsed) => value instanceof MappingFile;
const isSourceMap = (value: Parsed) => value instanceof SourceMapFile;

export class SymbolCache {
  readonly #segments: KeptSegments;
  readonly #keptBytes: number;
  readonly #parsed: LRUCache<string, { readonly value: Parsed; readonly bytes: number }>;

  /** `keptBytes`: of memory, roughly, that parsed symbols may take. */
  constructor(keptBytes: number) {
    this.#keptBytes = keptBytes;
    this.#segments = new KeptSegments(Math.max(1, Math.floor(keptBytes / 2)));
    this.#parsed = new LRUCache({
      // What is larger than all that may be kept is kept alone.
      maxSize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes)),
    });
  }

  readersOf(source: SymbolSource): SymbolReaders {
    return {
      index: async ({ debugId }) => {
        const found = await source.find({ kind: "debug", debugId });
        if (found === null) return null;
        return await this.#get(found, isIndex, async () => {
          const read = (offset: number, length: number) => source.read(found.objectKey, offset, length);
          const value = await SymbolIndex.open({ size: found.size, read }, this.#segments);
          return { value, bytes: value.directoryBytes * expansion.directory };
        });
      },
      mapping: async (platform, release) => {
        const found = await source.find({ kind: "artifact", platform, release, artifactTypes: artifactTypes.jvm });
        if (found === null || found.size > mostTextBytes.mapping) return null;
        return await this.#get(found, isMapping, async () => {
          const bytes = await source.read(found.objectKey, 0, found.size);
          return { value: new MappingFile(bytes), bytes: bytes.length * expansion.mapping };
        });
      },
      sourceMap: async (platform, release, file) => {
        const found = await source.find({
          kind: "artifact",
          platform,
          release,
          artifactTypes: artifactTypes.javascript,
          scripts: file === null ? [] : scriptsOf(file),
        });
        if (found === null || found.size > mostTextBytes.sourceMap) return null;
        const needed = found.size * parsing;
        return {
          key: found.objectKey,
          bytes: found.size,
          read: () =>
            this.#get({ ...found, size: needed }, isSourceMap, async () => {
              const text = textOf(await source.read(found.objectKey, 0, found.size));
              return { value: new SourceMapFile(text), bytes: found.size * expansion.sourceMap };
            }),
        };
      },
    };
  }

  /** `size` is what parsing takes. Null for files that are not what they should be. Throws what reading throws. */
  async #get<Kind extends Exclude<Parsed, "unusable">>(
    { objectKey, size }: FoundSymbols,
    isKind: (value: Parsed) => value is Kind,
    parse: () => Promise<{ readonly value: Kind; readonly bytes: number }>,
  ): Promise<Kind | null> {
    const known = this.#parsed.get(objectKey)?.value;
    if (known !== undefined) return isKind(known) ? known : null;
    // Another large text would stand beside what is kept of the one before.
    if (this.#parsed.calculatedSize + size > this.#keptBytes) this.#parsed.clear();
    try {
      const parsed = await parse();
      this.#parsed.set(objectKey, parsed);
      return parsed.value;
    } catch (error) {
      const isOfTheFile =
        error instanceof InvalidSourceMapError ||
        error instanceof InvalidMappingError ||
        error instanceof MalformedObjectError;
      if (!isOfTheFile) throw error;
      this.#parsed.set(objectKey, { value: "unusable", bytes: 1_000 });
      return null;
    }
  }
}

/** The bytes are given back at once, and not when the collector comes by: the text is about to be parsed beside them. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
  return text;
}
