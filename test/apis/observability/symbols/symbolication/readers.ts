/** Readers over the fixtures, for tests that need no store. */
import { SourceMapFile, scriptsOf } from "@accord/debug-info/javascript";
import { MappingFile } from "@accord/debug-info/jvm";
import type { ObjectFile } from "@accord/debug-info/native";
import { bufferSource, isElf, openElf, openMachO } from "@accord/debug-info/native";
import { fixture, indexOf, openIndex } from "#debug-info/test/indexes.ts";
import type { SymbolReaders } from "#src/apis/observability/symbols/symbolication/symbolicate.ts";

export function objectOf(name: string): ObjectFile & { readonly debugId: string } {
  const bytes = fixture(`native/${name}`);
  const [file] = isElf(bytes) ? [openElf(bufferSource(bytes))] : openMachO(bufferSource(bytes));
  if (file === undefined || file.debugId === null) throw new Error(`${name} has no debug id`);
  return { ...file, debugId: file.debugId, section: (section) => file.section(section), symbols: () => file.symbols() };
}

interface Given {
  /** Names of object files. */
  readonly objects?: readonly string[];
  /** Names of files by `platform release`, of maps also by `platform release script`. */
  readonly mappings?: Readonly<Record<string, string>>;
  readonly maps?: Readonly<Record<string, string>>;
}

/** Readers of these fixtures, and of nothing else. */
export function readersOf({ objects = [], mappings = {}, maps = {} }: Given): SymbolReaders {
  const indexes = new Map(objects.map((name) => [objectOf(name).debugId, indexOf(objectOf(name)).bytes]));
  const named = (names: Readonly<Record<string, string>>, platform: string, release: string) => {
    const name = names[`${platform} ${release}`];
    return name === undefined ? null : fixture(name);
  };
  return {
    async index({ debugId }) {
      const bytes = indexes.get(debugId);
      return bytes === undefined ? null : await openIndex(bytes);
    },
    async mapping(platform, release) {
      const bytes = named(mappings, platform, release);
      return bytes && new MappingFile(bytes);
    },
    async sourceMap(platform, release, script) {
      const [name] = (script === null ? [] : scriptsOf(script)).filter(
        (one) => `${platform} ${release} ${one}` in maps,
      );
      const key = [platform, release, ...(name === undefined ? [] : [name])].join(" ");
      const file = maps[key];
      if (file === undefined) return null;
      const bytes = fixture(file);
      return { key, bytes: bytes.length, read: async () => new SourceMapFile(bytes.toString()) };
    },
  };
}
