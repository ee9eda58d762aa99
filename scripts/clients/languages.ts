/** How a client and its story are compiled and run in each language. */
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { briefJava, run } from "./process.ts";
import { project, type Tools, toolFiles } from "./tools.ts";

export interface Pair {
  readonly kind: string;
  readonly api: string;
  readonly baseUrl: string;
  /** Where a mock of it is served. */
  readonly mockUrl: string;
  /** Of this pair alone. */
  readonly folder: string;
  readonly tools: Tools;
  /** What the story is told about the server and the demo tenants. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Language {
  /** Compiles, or checks the types of, the client and its story. */
  readonly compile: (pair: Pair) => Promise<void>;
  /** What the story has said. */
  readonly story: (pair: Pair) => Promise<string>;
}

const stories = join(project, "test/clients/stories");

export const className = (api: string) => api.replace(/^./, (letter) => letter.toUpperCase());

/** Type-checks files of a folder and what they import, and writes all of it as JavaScript to `built`. */
export async function compileTypeScript(folder: string, files: readonly string[]): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, target: "ES2022", module: "NodeNext", lib: ["ES2022", "DOM", "DOM.Iterable"] },
    ...{ types: ["node"], typeRoots: [join(project, "node_modules/@types")], rootDir: ".", outDir: "built" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [join(project, "node_modules/typescript7/bin/tsc"), "-p", folder]);
}

export const typescript: Language = {
  async compile({ kind, api, folder }) {
    cpSync(join(stories, kind, `${api}.ts`), join(folder, "story.ts"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
    await compileTypeScript(folder, ["story.ts"]);
  },
  story: ({ folder, env }) => run(process.execPath, [join(folder, "built/story.js")], { env }),
};

export const python: Language = {
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

export const go: Language = {
  async compile({ kind, api, folder }) {
    for (const file of ["go.mod", "go.sum"]) cpSync(join(toolFiles, file), join(folder, file));
    mkdirSync(join(folder, "story/main"), { recursive: true });
    cpSync(join(stories, "go/story/story.go"), join(folder, "story/story.go"));
    cpSync(join(stories, kind, `${api}.go`), join(folder, "story/main/main.go"));
    await run("go", ["vet", "./..."], { cwd: folder });
    await run("go", ["build", "-o", "built", "./story/main"], { cwd: folder });
  },
  story: ({ folder, env }) => run(join(folder, "built"), [], { env }),
};

export const java: Language = {
  async compile({ api, folder, tools }) {
    const sources = globSync("client/src/main/java/**/*.java", { cwd: folder }).map((file) => join(folder, file));
    const list = join(folder, "sources");
    writeFileSync(list, [...sources, join(stories, `java/${className(api)}Story.java`)].join("\n"));
    const options = [
      ...briefJava.map((flag) => `-J${flag}`),
      "-nowarn",
      "-proc:none",
      "-d",
      join(folder, "built"),
      "-cp",
      join(tools.jars, "*"),
    ];
    await run("javac", [...options, `@${list}`]);
  },
  story: ({ api, folder, tools, env }) =>
    run("java", [...briefJava, "-cp", `${join(folder, "built")}:${join(tools.jars, "*")}`, `${className(api)}Story`], {
      env,
    }),
};
