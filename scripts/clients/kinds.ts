/** The kinds of clients: what generates each, and in which language it is compiled and run. docs/guides/clients.md has their lines. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guideArguments, guideFile } from "./guide.ts";
import { go, java, type Language, type Pair, python, typescript } from "./languages.ts";
import { briefJava, run } from "./process.ts";
import { goPrograms, programs, pythonPrograms, typeScriptPrograms } from "./programs.ts";
import { project, toolFiles } from "./tools.ts";
import { unknownWarnings } from "./warnings.ts";

export interface Kind extends Language {
  readonly generate: (pair: Pair) => Promise<void>;
  /** Whether its clients know one server only, the one whose document they are generated from. */
  readonly fixedAddress?: boolean;
  /** Compiles and runs the programs of docs/guides that are written with it. */
  readonly programs?: (pair: Pair) => Promise<void>;
}

/** Into the folder `client` of the pair's own, or into what Go calls a package. */
function openApiGenerator(name: string, language: Language): Kind {
  return {
    ...language,
    async generate(pair) {
      const folder = join(pair.folder, language === go ? pair.api : "client");
      const args = guideArguments(`openapi-generator-cli generate -g ${name}`, { ...pair, folder });
      // Without the generator's own tests and pages, which nobody compiles here.
      const without = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
      rmSync(folder, { recursive: true, force: true });
      told(await run("java", [...briefJava, "-jar", pair.tools.generator, ...args, without]));
    },
  };
}

/** The package clients/typescript, with types from the published document. */
const openapiFetch: Kind = {
  ...typescript,
  async generate({ api, baseUrl, folder }) {
    cpSync(join(project, "clients/typescript"), folder, { recursive: true });
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    symlinkSync(join(toolFiles, "node_modules"), join(folder, "node_modules"));
    const args = guideArguments("openapi-typescript", { api, baseUrl, folder: join(folder, `types/${api}`) });
    // Elsewhere than in the project, whose redocly.yaml it would obey.
    const tool = join(project, "node_modules/openapi-typescript/bin/cli.js");
    told(await run(process.execPath, [tool, ...args], { cwd: folder }));
  },
  async compile(pair) {
    await typescript.compile(pair);
    for (const file of ["client.js", `${pair.api}.js`])
      cpSync(join(pair.folder, file), join(pair.folder, "built", file));
  },
};

const heyApi: Kind = {
  ...typescript,
  async generate(pair) {
    const args = guideArguments("openapi-ts", { ...pair, folder: join(pair.folder, "client") });
    const tool = join(toolFiles, "node_modules/@hey-api/openapi-ts/bin/run.js");
    told(await run(process.execPath, [tool, ...args], { cwd: pair.folder }));
  },
};

const orval: Kind = {
  ...typescript,
  fixedAddress: true,
  async generate(pair) {
    const name = "orval.config.mjs";
    writeFileSync(join(pair.folder, name), guideFile(name, { ...pair, folder: join(pair.folder, "client") }));
    const args = guideArguments("orval", pair);
    const tool = join(toolFiles, "node_modules/orval/dist/bin/orval.mjs");
    told(await run(process.execPath, [tool, ...args], { cwd: pair.folder }));
  },
};

const oapiCodegen: Kind = {
  ...go,
  async generate(pair) {
    mkdirSync(join(pair.folder, pair.api), { recursive: true });
    const folder = join(pair.folder, pair.api, "client");
    told(await run(pair.tools.oapiCodegen, guideArguments("oapi-codegen", { ...pair, folder })));
  },
};

export const kinds: Readonly<Record<string, Kind>> = {
  typescript: openApiGenerator("typescript-fetch", typescript),
  python: { ...openApiGenerator("python", python), programs: programs("python", pythonPrograms) },
  go: { ...openApiGenerator("go", go), programs: programs("go", goPrograms) },
  java: openApiGenerator("java", java),
  "openapi-fetch": { ...openapiFetch, programs: programs("ts", typeScriptPrograms) },
  "hey-api": heyApi,
  orval,
  "oapi-codegen": oapiCodegen,
};

/** Throws an error when a generator has warned of something that nobody has explained. */
function told(log: string): void {
  const unknown = unknownWarnings(log);
  if (unknown.length > 0) throw new Error(`warnings that nobody has explained:\n${unknown.join("\n")}`);
}
