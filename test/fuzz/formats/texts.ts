/** Source maps, mapping files, and queries. */
import { readFileSync } from "node:fs";
import { InvalidSourceMapError, parseStack, SourceMapFile } from "@accord/debug-info/javascript";
import { InvalidMappingError, MappingFile, retraceText } from "@accord/debug-info/jvm";
import { changedBytes } from "../bytes.ts";
import type { Format } from "../format.ts";
import { changedJson } from "../json.ts";
import type { Random } from "../random.ts";

const fixtures = new URL("../../../packages/debug-info/test/fixtures/", import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, fixtures), "utf8");

const bundle = sample("javascript/bundle.js.map");
const parsed = JSON.parse(bundle) as { readonly sources: readonly string[] };
const metro = {
  ...parsed,
  x_facebook_sources: parsed.sources.map(() => [{ names: ["<global>", "f"], mappings: "AAA;OCO,CAAC" }]),
};
const maps = [
  bundle,
  sample("javascript/main.hbc.map"),
  JSON.stringify(metro),
  JSON.stringify({
    version: 3,
    sections: [
      { offset: { line: 0, column: 0 }, map: metro },
      { offset: { line: 9, column: 2 }, map: parsed },
    ],
  }),
  '{"version":3,"file":"b.js","sourceRoot":"src/","sources":["a.ts",null],"names":["f"],"mappings":"AAAA,CAAC;AACA,EAAEA","sourcesContent":["x\\ny",null],"ignoreList":[0]}',
];
const stack = parseStack(sample("javascript/stack.txt")).flatMap(({ frame }) => frame ?? []);
const anywhere = [
  { function: null, file: "b.js?x#y", line: 1, column: 1 },
  { function: "f", file: "address at main.hbc", line: 1, column: 30 },
  { function: "f", file: null, line: 2 ** 31, column: 0 },
];

export const sourceMap: Format = {
  name: "source-map",
  memory: 64,
  sample: Buffer.from(bundle),
  generate(random) {
    const map = random.chance(0.4) ? (maps.at(-1) as string) : random.pick(maps);
    return random.chance(0.75) ? changedJson(map, random) : changedBytes(Buffer.from(map), random);
  },
  read(input) {
    const map = new SourceMapFile(input.toString());
    map.originalFrames(stack);
    map.originalFrames(anywhere);
    return undefined;
  },
  isRefusal: (error) => error instanceof InvalidSourceMapError,
};

const mappingText = `${sample("jvm/mapping.txt")}
com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    1:3:void open():10:12 -> a
    1:3:void com.shop.Other.inner(int,java.lang.String):5 -> a
      # {"id":"com.android.tools.r8.synthesized"}
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5}}
    5:5:int outline():1:1 -> b
      # {"id":"com.android.tools.r8.outline"}
    7:9:void check():7:9 -> c
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
`;
const mappingLines = mappingText.split("\n");
const trace = `${sample("jvm/trace.txt")}
java.lang.NullPointerException: x
	at a.a.c(SourceFile:8)
	at a.a.b(SourceFile:5)
	at a.a.a(SourceFile:2)
	at a.a.a(Unknown Source)
	at app//a.b.c.d(SourceFile:99999999999999999999)
`;

export const mapping: Format = {
  name: "mapping",
  memory: 64,
  sample: Buffer.from(mappingText),
  generate: (random) =>
    random.chance(0.7) ? Buffer.from(changedLines(random)) : changedBytes(Buffer.from(mappingText), random),
  read(input) {
    const file = new MappingFile(input);
    retraceText(file, trace);
    // Names of the file itself are asked for, whatever they have become.
    const names = input.toString("latin1").match(/-> \S{1,40}:/g) ?? [];
    for (const name of names.slice(0, 20)) retraceText(file, `\tat ${name.slice(3, -1)}.a(SourceFile:1)`);
    return undefined;
  },
  isRefusal: (error) => error instanceof InvalidMappingError,
};

function changedLines(random: Random): string {
  const lines = [...mappingLines];
  for (let count = 1 + random.below(8); count > 0; count--) {
    const at = random.below(lines.length);
    const line = lines[at] as string;
    switch (random.below(6)) {
      case 0:
        lines.splice(at, 1 + random.below(4));
        break;
      case 1:
        lines.splice(at, 0, ...Array.from({ length: random.below(30) }, () => line));
        break;
      case 2:
        lines[at] = line.replace(/\d+/, () => String(random.number()));
        break;
      case 3:
        lines[at] = line.replace(/-> \S+/, () => `-> ${random.pick(["a.a:", "a", "__proto__", "", ":", "a.a.a.a"])}`);
        break;
      case 4:
        lines[at] = `${random.pick(["#", "    ", "\t", "    # {", " -> ", "1:1:"])}${line}`;
        break;
      default:
        lines[at] = line.slice(0, random.below(line.length + 1)) + random.pick(["", ":", "(", ")", " -> ", '"', "}"]);
    }
  }
  return lines.join(random.pick(["\n", "\n", "\r\n"])).slice(0, 64 * 1024);
}
