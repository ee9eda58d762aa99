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

/** Compiles and runs a program in a folder of its own below the client's. */
type Runner = (pair: Pair, program: Program) => Promise<unknown>;

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
export function programs(language: string, runner: Runner): (pair: Pair) => Promise<void> {
  return async (pair) => {
    rmSync(join(pair.folder, place), { recursive: true, force: true });
    for (const program of programsOf(pair.api, language)) await runner(pair, program);
  };
}

export const runTypeScript: Runner = async ({ api, folder, env }, { name, text }) => {
  const own = join(folder, place, name);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "main.ts"), text);
  cpSync(join(folder, `types/${api}.d.ts`), join(own, `${api}-client.d.ts`));
  await compileTypeScript(own, "main.ts");
  await run(process.execPath, [join(own, "built/main.js")], { env });
};

export const runPython: Runner = async ({ folder, tools, env }, { name, text }) => {
  const own = join(folder, place, name);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "main.py"), text);
  const settings = readFileSync(join(toolFiles, "pyproject.toml"), "utf8").replaceAll('"client"', '"../../client"');
  writeFileSync(join(own, "pyproject.toml"), settings);
  await run(process.execPath, [tools.pyright, "--pythonpath", tools.python, "-p", own]);
  await run(tools.python, ["-W", "error", join(own, "main.py")], {
    env: { ...env, PYTHONPATH: join(folder, "client") },
  });
};

export const runGo: Runner = async ({ folder, env }, { name, text }) => {
  const own = join(folder, place, name);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "main.go"), text);
  await run("go", ["vet", `./${place}/${name}`], { cwd: folder });
  await run("go", ["run", `./${place}/${name}`], { cwd: folder, env });
};
