/** How a client is generated, compiled and run in each language. docs/guides/clients.md has the generators' flags. */
import { cpSync, globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guideArguments, type Target } from "./guide.ts";
import { run } from "./process.ts";
import { project, type Tools, toolFiles } from "./tools.ts";
import { unknownWarnings } from "./warnings.ts";

export interface Pair {
  readonly api: string;
  readonly baseUrl: string;
  /** Of this pair alone. */
  readonly folder: string;
  readonly tools: Tools;
  /** What the story is told about the server and the demo tenants. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Language {
  readonly generate: (pair: Pair) => Promise<void>;
  /** Compiles, or checks the types of, the client and its story. */
  readonly compile: (pair: Pair) => Promise<void>;
  /** What the story has said. */
  readonly story: (pair: Pair) => Promise<string>;
}

const stories = join(project, "test/clients/stories");
const tsc = join(project, "node_modules/typescript7/bin/tsc");

const className = (api: string) => api.replace(/^./, (letter) => letter.toUpperCase());

/** Without the generator's own tests and pages, which nobody compiles here. */
async function openApiGenerator(name: string, { tools }: Pair, target: Target): Promise<void> {
  const args = guideArguments(`openapi-generator-cli generate -g ${name}`, target);
  const without = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  rmSync(target.folder, { recursive: true, force: true });
  const log = await run("java", ["-jar", tools.generator, ...args, without]);
  const unknown = unknownWarnings(log);
  if (unknown.length > 0) throw new Error(`warnings that nobody has explained:\n${unknown.join("\n")}`);
}

/** Type-checks story.ts and what it imports, and writes both as JavaScript to `built`. */
async function compileTypeScript(folder: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const compilerOptions = {
    ...{ strict: true, target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM", "DOM.Iterable"] },
    ...{ types: ["node"], typeRoots: [join(project, "node_modules/@types")], outDir: "built" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["story.ts"] }));
  await run(process.execPath, [tsc, "-p", folder]);
}

const typescript: Language = {
  generate: (pair) => openApiGenerator("typescript-fetch", pair, { ...pair, folder: join(pair.folder, "client") }),
  async compile({ api, folder }) {
    cpSync(join(stories, `typescript/${api}.ts`), join(folder, "story.ts"));
    await compileTypeScript(folder);
  },
  story: ({ folder, env }) => run(process.execPath, [join(folder, "built/story.js")], { env }),
};

/** The package clients/typescript, with types from the published document. */
const openapiFetch: Language = {
  async generate({ api, baseUrl, folder }) {
    cpSync(join(project, "clients/typescript"), folder, { recursive: true });
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    symlinkSync(join(toolFiles, "node_modules"), join(folder, "node_modules"));
    const args = guideArguments("openapi-typescript", { api, baseUrl, folder: join(folder, `types/${api}.d.ts`) });
    // Elsewhere than in the project, whose redocly.yaml it would obey.
    await run(process.execPath, [join(project, "node_modules/openapi-typescript/bin/cli.js"), ...args], {
      cwd: folder,
    });
  },
  async compile({ api, folder }) {
    cpSync(join(stories, `openapi-fetch/${api}.ts`), join(folder, "story.ts"));
    await compileTypeScript(folder);
    for (const file of ["client.js", `${api}.js`]) cpSync(join(folder, file), join(folder, "built", file));
  },
  story: typescript.story,
};

const python: Language = {
  generate: (pair) => openApiGenerator("python", pair, { ...pair, folder: join(pair.folder, "client") }),
  async compile({ api, folder, tools }) {
    cpSync(join(stories, `python/${api}.py`), join(folder, "story.py"));
    cpSync(join(toolFiles, "pyproject.toml"), join(folder, "pyproject.toml"));
    await run(process.execPath, [tools.pyright, "--pythonpath", tools.python, "-p", folder]);
  },
  story: ({ folder, tools, env }) =>
    run(tools.python, ["-W", "error", join(folder, "story.py")], {
      env: { ...env, PYTHONPATH: join(folder, "client") },
    }),
};

const go: Language = {
  generate: (pair) => openApiGenerator("go", pair, { ...pair, folder: join(pair.folder, pair.api) }),
  async compile({ api, folder }) {
    for (const file of ["go.mod", "go.sum"]) cpSync(join(toolFiles, file), join(folder, file));
    mkdirSync(join(folder, "story/uuid"), { recursive: true });
    cpSync(join(stories, `go/${api}.go`), join(folder, "story/main.go"));
    cpSync(join(stories, "go/uuid.go"), join(folder, "story/uuid/uuid.go"));
    await run("go", ["vet", "./..."], { cwd: folder });
    await run("go", ["build", "-o", "built", "./story"], { cwd: folder });
  },
  story: ({ folder, env }) => run(join(folder, "built"), [], { env }),
};

const java: Language = {
  generate: (pair) => openApiGenerator("java", pair, { ...pair, folder: join(pair.folder, "client") }),
  async compile({ api, folder, tools }) {
    const sources = globSync("client/src/main/java/**/*.java", { cwd: folder }).map((file) => join(folder, file));
    const list = join(folder, "sources");
    writeFileSync(list, [...sources, join(stories, `java/${className(api)}Story.java`)].join("\n"));
    const options = ["-nowarn", "-proc:none", "-d", join(folder, "built"), "-cp", join(tools.jars, "*")];
    await run("javac", [...options, `@${list}`]);
  },
  story: ({ api, folder, tools, env }) =>
    run("java", ["-cp", `${join(folder, "built")}:${join(tools.jars, "*")}`, `${className(api)}Story`], { env }),
};

export const languages: Readonly<Record<string, Language>> = {
  typescript,
  python,
  go,
  java,
  "openapi-fetch": openapiFetch,
};
