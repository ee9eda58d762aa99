/** What clients are generated and compiled with, and what judges documents and servers. Languages are installed by people, libraries by us. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Option } from "commander";
import { isInstalled, run } from "./process.ts";

export const project = join(import.meta.dirname, "../..");
/** Everything that is made here; not committed. */
export const made = join(project, ".clients");
/** What says which versions are used. */
export const toolFiles = join(project, "clients/tools");

export const apis = ["observability", "insurance", "wallet", "placeholder", "ordering", "management"] as const;

/** Of a command line: `--api wallet`, which can be given several times. */
export const apiOption = () => new Option("--api <name...>", "only these").choices(apis).default(apis, "all");

/** Of @openapitools/openapi-generator-cli, the npm package that starts this very program. */
export const generatorVersion = "7.25.0";
export const oapiCodegenVersion = "2.8.2";

export interface Tools {
  /** OpenAPI Generator's jar. */
  readonly generator: string;
  /** A folder with what generated Java clients need. */
  readonly jars: string;
  /** A Python that has what generated Python clients need. */
  readonly python: string;
  readonly pyright: string;
  readonly oapiCodegen: string;
  readonly spectral: string;
  readonly schemathesis: string;
}

interface Needed {
  readonly command: string;
  readonly probe: string;
  readonly kinds: readonly string[];
  readonly install: string;
}

const generatedByJava = ["typescript", "python", "go", "java"];
const needed: readonly Needed[] = [
  {
    command: "java",
    probe: "-version",
    kinds: generatedByJava,
    install: "Java 17 (Debian: openjdk-17-jdk-headless)",
  },
  { command: "javac", probe: "-version", kinds: ["java"], install: "Java 17 (Debian: openjdk-17-jdk-headless)" },
  { command: "mvn", probe: "-v", kinds: generatedByJava, install: "Maven 3.8 (Debian: maven)" },
  {
    command: "go",
    probe: "version",
    kinds: ["go", "oapi-codegen"],
    install: "Go 1.25, or 1.21, which fetches it (Debian: golang-go, or from go.dev)",
  },
  {
    command: "python3",
    probe: "-V",
    kinds: ["python", "schemathesis"],
    install: "Python 3.10 with venv (Debian: python3-venv)",
  },
];

/** What the machine lacks for these kinds of clients, or for Schemathesis, a sentence each. */
export function missingTools(kinds: readonly string[]): string[] {
  return needed
    .filter((tool) => tool.kinds.some((kind) => kinds.includes(kind)))
    .filter(({ command, probe }) => !isInstalled(command, probe))
    .map(
      ({ command, kinds, install }) => `${command} is missing for ${kinds.join(", ")}: install ${install} or later.`,
    );
}

/** Fetches what is not there yet, from Maven Central, PyPI, npm and the Go module proxy. */
export async function prepareTools(kinds: readonly string[]): Promise<Tools> {
  const folder = join(made, "tools");
  const tools: Tools = {
    generator: join(folder, `openapi-generator-cli-${generatorVersion}.jar`),
    jars: join(folder, "jars"),
    python: join(folder, "python/bin/python"),
    pyright: join(toolFiles, "node_modules/pyright/index.js"),
    oapiCodegen: join(folder, `oapi-codegen-${oapiCodegenVersion}/oapi-codegen`),
    spectral: join(toolFiles, "node_modules/@stoplight/spectral-cli/dist/index.js"),
    schemathesis: join(folder, "schemathesis/bin/schemathesis"),
  };
  const chosen = (...some: readonly string[]) => some.some((kind) => kinds.includes(kind));
  await Promise.all([
    npmPackages(),
    chosen(...generatedByJava) && jars(tools, chosen("java")),
    chosen("python") && !existsSync(tools.python) && pythonPackages(join(folder, "python"), "requirements.txt"),
    chosen("schemathesis") &&
      !existsSync(tools.schemathesis) &&
      pythonPackages(join(folder, "schemathesis"), "schemathesis-requirements.txt"),
    chosen("oapi-codegen") && !existsSync(tools.oapiCodegen) && goProgram(dirname(tools.oapiCodegen)),
  ]);
  return tools;
}

/** Those of another lockfile do not count. */
async function npmPackages(): Promise<void> {
  const lock = readFileSync(join(toolFiles, "package-lock.json"), "utf8");
  const stamp = join(toolFiles, "node_modules/.installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: toolFiles });
  writeFileSync(stamp, lock);
}

/** One after the other: they share a repository. */
async function jars({ generator, jars }: Tools, forClients: boolean): Promise<void> {
  if (!existsSync(generator)) {
    const artifact = `org.openapitools:openapi-generator-cli:${generatorVersion}`;
    await maven("dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${dirname(generator)}`);
  }
  if (forClients && globSync("*.jar", { cwd: jars }).length === 0)
    await maven("-f", join(toolFiles, "pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${jars}`);
}

async function maven(...args: string[]): Promise<void> {
  await run("mvn", ["-q", "-B", ...args]);
}

/** Into an environment of their own. */
async function pythonPackages(folder: string, requirements: string): Promise<void> {
  await run("python3", ["-m", "venv", folder]);
  await run(join(folder, "bin/python"), ["-m", "pip", "install", "-q", "-r", join(toolFiles, requirements)]);
}

async function goProgram(folder: string): Promise<void> {
  const program = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapiCodegenVersion}`;
  await run("go", ["install", program], { env: { GOBIN: folder } });
}
