/** Cache of parsed symbols, and the readers that fill it from a `SymbolSource`. */
import { InvalidSourceMapError, SourceMapFile, scriptsOf } from "@accord/debug-info/javascript";
import { InvalidMappingError, MappingFile } from "@accord/debug-info/jvm";
import { KeptSegments, MalformedObjectError, SymbolIndex } from "@accord/debug-info/native";
import { LRUCache } from "lru-cache";
import { mostTextBytes } from "../text-limits.ts";
import type { ArtifactType } from "../uploads/kinds.ts";
import { artifactTypes } from "./stack.ts";
import type { SymbolReaders } from "./symbolicate.ts";

export type WantedSymbols =
  | { readonly kind: "debug"; readonly debugId: string }
  | {
      readonly kind: "artifact";
      readonly platform: string;
      readonly release: string;
      /** Any one of them is enough; the first that exists is taken. */
      readonly artifactTypes: readonly ArtifactType[];
      /** Names of the script that it may be for, the likeliest first (`scriptsOf`). One for every script is enough, too. */
      readonly scripts?: readonly string[];
    };

/** Symbols in the object store. The object under a key never changes. */
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

/** Bytes of memory per byte of a parsed file. JavaScript keeps some texts of a source map with two bytes per character. */
const expansion = { sourceMap: 2, mapping: 1.5, directory: 1.5 } as const;
/** Bytes of memory per byte of a source map while it is being parsed. */
const parsing = 3.2;

type Parsed = SourceMapFile | MappingFile | SymbolIndex | "unusable";

const isIndex = (value: Parsed) => value instanceof SymbolIndex;
const isMapping = (value: Parsed) => value instanceof MappingFile;
const isSourceMap = (value: Parsed) => value instanceof SourceMapFile;

export class SymbolCache {
  readonly #segments: KeptSegments;
  readonly #keptBytes: number;
  readonly #parsed: LRUCache<string, { readonly value: Parsed; readonly bytes: number }>;

  /** `keptBytes`: memory that parsed symbols may take, roughly. A single file may take more, and is then kept alone. */
  constructor(keptBytes: number) {
    this.#keptBytes = keptBytes;
    this.#segments = new KeptSegments(Math.max(1, Math.floor(keptBytes / 2)));
    this.#parsed = new LRUCache({
      // No limit of its own: `#get` empties the cache before a file is parsed that would exceed `keptBytes` with it. So
      // a single file larger than `keptBytes` is kept, alone.
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

  /** `size`: bytes that parsing takes. Returns null for files that are malformed or of another kind. Throws what reading throws. */
  async #get<Kind extends Exclude<Parsed, "unusable">>(
    { objectKey, size }: FoundSymbols,
    isKind: (value: Parsed) => value is Kind,
    parse: () => Promise<{ readonly value: Kind; readonly bytes: number }>,
  ): Promise<Kind | null> {
    const known = this.#parsed.get(objectKey)?.value;
    if (known !== undefined) return isKind(known) ? known : null;
    // The file being parsed and the files that are kept are in memory together.
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

/** Frees the bytes at once instead of at the next garbage collection: parsing the text needs the memory. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) buffer.transfer(0);
  return text;
}
