/**
 * The programs of docs/guides, which stand beside the lines of curl: each is whole, asks one API, and is compiled and run with that API's
 * generated client, just as it stands.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileTypeScript, type Pair } from "./languages.ts";
import { run } from "./process.ts";
import { project, toolFiles } from "./tools.ts";

const guides = join(project, "docs/guides");
/** Below the client's folder. Go passes over such a name when it compiles the client. */
const place = "_programs";

interface Program {
  /** `wallet-1`: of which page, and the how many-th there. */
  readonly name: string;
  readonly text: string;
}

/** Compiles and starts the programs of an API. Each has a folder with its name, below `place` in the client's folder. */
interface Runner {
  readonly file: string;
  /** Compiles all of them together: most of a compiler's work is the client that they share. */
  compile(pair: Pair, folders: readonly string[]): Promise<unknown>;
  start(pair: Pair, folder: string): Promise<unknown>;
}

/** The programs in a language (as its blocks say it) that take the address of this API. */
function programsOf(api: string, language: string): Program[] {
  return readdirSync(guides).flatMap((page) => {
    const blocks = readFileSync(join(guides, page), "utf8").matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"),
    );
    return [...blocks].flatMap(([, text = ""], number) =>
      text.includes(`${api.toUpperCase()}_URL`) ? [{ name: `${basename(page, ".md")}-${number + 1}`, text }] : [],
    );
  });
}

/** For a kind of client: runs every program that is written with it. Throws an error when one fails. */
export function programs(language: string, { file, compile, start }: Runner): (pair: Pair) => Promise<void> {
  return async (pair) => {
    rmSync(join(pair.folder, place), { recursive: true, force: true });
    const folders = programsOf(pair.api, language).map(({ name, text }) => {
      mkdirSync(join(pair.folder, place, name), { recursive: true });
      writeFileSync(join(pair.folder, place, name, file), text);
      return name;
    });
    if (folders.length > 0) await compile(pair, folders);
    for (const folder of folders) await start(pair, folder);
  };
}

export const typeScriptPrograms: Runner = {
  file: "main.ts",
  compile({ api, folder }, folders) {
    for (const one of folders)
      cpSync(join(folder, `types/${api}.d.ts`), join(folder, place, one, `${api}-client.d.ts`));
    return compileTypeScript(
      join(folder, place),
      folders.map((one) => `${one}/main.ts`),
    );
  },
  start: ({ folder, env }, one) => run(process.execPath, [join(folder, place, "built", one, "main.js")], { env }),
};

export const pythonPrograms: Runner = {
  file: "main.py",
  compile({ folder, tools }) {
    const settings = readFileSync(join(toolFiles, "pyproject.toml"), "utf8").replaceAll('"client"', '"../client"');
    writeFileSync(join(folder, place, "pyproject.toml"), settings);
    return run(process.execPath, [tools.pyright, "--pythonpath", tools.python, "-p", join(folder, place)]);
  },
  start: ({ folder, tools, env }, one) =>
    run(tools.python, ["-W", "error", join(folder, place, one, "main.py")], {
      env: { ...env, PYTHONPATH: join(folder, "client") },
    }),
};

export const goPrograms: Runner = {
  file: "main.go",
  compile: ({ folder }, folders) => run("go", ["vet", ...folders.map((one) => `./${place}/${one}`)], { cwd: folder }),
  start: ({ folder, env }, one) => run("go", ["run", `./${place}/${one}`], { cwd: folder, env }),
};
