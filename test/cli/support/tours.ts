/** The tours: every `sh` block of the README and the guides, and what the `text` block after it says that it prints. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { demoVariables } from "#src/server/demo.ts";
import { project } from "./accord.ts";

export interface Step {
  readonly commands: string;
  /** What they print, with `…` for what differs each time. */
  readonly prints: string | undefined;
}

export interface Tour {
  readonly page: string;
  readonly steps: readonly Step[];
}

const folders = ["docs/guides", "docs/handbook"];
const pages = [
  "README.md",
  ...folders.flatMap((folder) => readdirSync(join(project, folder)).map((name) => `${folder}/${name}`)),
];
export const tours: readonly Tour[] = pages
  .map((page) => ({ page, steps: stepsIn(readFileSync(join(project, page), "utf8")) }))
  .filter(({ steps }) => steps.length > 0);

/** Between the two may stand the same in other languages, as tabs (`npm run clients` runs those). */
function stepsIn(text: string): Step[] {
  const step = /```sh\n(.*?)```\n(?:\n```(?:ts|python|go)\n(?:(?!```).)*```\n)*(?:\n```text\n(.*?)```)?/gs;
  return [...text.matchAll(step)].map(([, commands = "", prints]) => ({
    commands,
    prints,
  }));
}

export interface Given {
  readonly variables: Readonly<Record<string, string>>;
  stop(): void;
}

/** What readers of the guides are given: the demo's addresses and keys, and an address of their own that answers 200. */
export async function giveReaders(folder: string): Promise<Given> {
  const receiver = createServer((request, response) => request.resume().on("end", () => response.end()));
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { baseUrl: _, ...demo } = JSON.parse(readFileSync(join(folder, ".accord/demo.json"), "utf8"));
  const { port } = receiver.address() as AddressInfo;
  return {
    variables: { ...demoVariables(demo), WEBHOOK_URL: `http://127.0.0.1:${port}/hooks` },
    stop() {
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}

/** Long for the whole of a page, first request to last (milliseconds). */
const patienceMs = 180_000;

/**
 * Runs all steps of a page in one shell, as a reader does, and returns what each printed. Nothing it started outlives it. `settings` are
 * the reader's own. Throws an Error with what was printed when a command fails.
 */
export async function runAll(
  steps: readonly Step[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const mark = "\x1e";
  const script = steps.map(({ commands }) => `${commands}\nprintf '${mark}'\n`).join("");
  const shell = spawn("bash", ["-euo", "pipefail"], {
    cwd: folder,
    // A reader's commands find the data folder in the project's.
    env: {
      ...process.env,
      ACCORD_DATA_DIR: join(folder, ".accord"),
      // The machine's own jq where it has one.
      PATH: [dirname(process.execPath), process.env.PATH, join(import.meta.dirname, "programs")].join(delimiter),
      ...settings,
    },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const endAll = () => {
    try {
      process.kill(-Number(shell.pid), "SIGKILL");
    } catch {
      // All of the group have ended by themselves.
    }
  };
  // Also when the test run is over before they are: a group of its own gets no Ctrl-C.
  process.once("exit", endAll);
  const deadline = setTimeout(endAll, patienceMs);
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  shell.stdin.end(script);
  // A shell that fails leaves its background jobs behind, and they hold its output open.
  shell.on("exit", endAll);
  const code = await new Promise((resolve) => shell.on("close", resolve));
  clearTimeout(deadline);
  process.off("exit", endAll);
  if (code !== 0) throw new Error(`ended with ${code} after printing:\n${output}`);
  return output.split(mark).slice(0, -1);
}

export function pattern(prints: string): RegExp {
  const escaped = prints.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("…", ".*?")}$`, "s");
}

export function titleOf(commands: string): string {
  const lines = commands.trim().split("\n");
  return (lines.find((line) => line.includes("curl")) ?? lines[0] ?? "").slice(0, 80);
}
