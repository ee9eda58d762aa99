/** What clients in other languages are generated and compiled with. Languages are installed by people, libraries by us. */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { isInstalled, run } from "./process.ts";

export const project = join(import.meta.dirname, "../..");
/** Everything that is made here; not committed. */
export const made = join(project, ".clients");
/** What says which versions are used. */
export const toolFiles = join(project, "clients/tools");

/** Of @openapitools/openapi-generator-cli, the npm package that starts this very program. */
const generatorVersion = "7.25.0";

export interface Tools {
  /** OpenAPI Generator's jar. */
  readonly generator: string;
  /** A folder with what generated Java clients need. */
  readonly jars: string;
  /** A Python that has what generated Python clients need. */
  readonly python: string;
  readonly pyright: string;
}

interface Needed {
  readonly command: string;
  readonly probe: string;
  readonly languages: readonly string[];
  readonly install: string;
}

const generatedByJava = ["typescript", "python", "go", "java"];
const needed: readonly Needed[] = [
  {
    command: "java",
    probe: "-version",
    languages: generatedByJava,
    install: "Java 17 (Debian: openjdk-17-jdk-headless)",
  },
  { command: "javac", probe: "-version", languages: ["java"], install: "Java 17 (Debian: openjdk-17-jdk-headless)" },
  { command: "mvn", probe: "-v", languages: generatedByJava, install: "Maven 3.8 (Debian: maven)" },
  { command: "go", probe: "version", languages: ["go"], install: "Go 1.23 (Debian: golang-go, or from go.dev)" },
  { command: "python3", probe: "-V", languages: ["python"], install: "Python 3.10 with venv (Debian: python3-venv)" },
];

/** What the machine lacks for these languages, a sentence each. */
export function missingTools(languages: readonly string[]): string[] {
  return needed
    .filter((tool) => tool.languages.some((language) => languages.includes(language)))
    .filter(({ command, probe }) => !isInstalled(command, probe))
    .map(({ command, languages, install }) => {
      const others = generatedByJava.filter((language) => !languages.includes(language));
      const without = others.length === 0 ? "" : `, or leave ${languages.join(", ")} out with --language`;
      return `${command} is missing: install ${install} or later${without}.`;
    });
}

/** Fetches what is not there yet, from Maven Central, PyPI and npm. */
export async function prepareTools(languages: readonly string[]): Promise<Tools> {
  const folder = join(made, "tools");
  const tools: Tools = {
    generator: join(folder, `openapi-generator-cli-${generatorVersion}.jar`),
    jars: join(folder, "jars"),
    python: join(folder, "python/bin/python"),
    pyright: join(toolFiles, "node_modules/pyright/index.js"),
  };
  if (!existsSync(tools.pyright))
    await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: toolFiles });
  if (!existsSync(tools.generator) && languages.some((language) => generatedByJava.includes(language))) {
    const artifact = `org.openapitools:openapi-generator-cli:${generatorVersion}`;
    await maven("dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`);
  }
  if (languages.includes("java") && globSync("*.jar", { cwd: tools.jars }).length === 0)
    await maven("-f", join(toolFiles, "pom.xml"), "dependency:copy-dependencies", `-DoutputDirectory=${tools.jars}`);
  if (languages.includes("python") && !existsSync(tools.python)) {
    await run("python3", ["-m", "venv", join(folder, "python")]);
    await run(tools.python, ["-m", "pip", "install", "-q", "-r", join(toolFiles, "requirements.txt")]);
  }
  return tools;
}

async function maven(...args: string[]): Promise<void> {
  await run("mvn", ["-q", "-B", ...args]);
}
