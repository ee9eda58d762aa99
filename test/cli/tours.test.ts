/** Runs every `sh` block of the README and the guides, page by page, and compares what it prints with the `text` block after it. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { Accord, project } from "./support/accord.ts";

interface Step {
  readonly commands: string;
  /** What they print, with `…` for what differs each time. */
  readonly prints: string | undefined;
}

interface Tour {
  readonly page: string;
  readonly steps: readonly Step[];
}

const pages = ["README.md", ...readdirSync(join(project, "docs/guides")).map((name) => `docs/guides/${name}`)];
const tours: readonly Tour[] = pages
  .map((page) => ({ page, steps: stepsIn(readFileSync(join(project, page), "utf8")) }))
  .filter(({ steps }) => steps.length > 0);

function stepsIn(text: string): Step[] {
  return [...text.matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)].map(([, commands = "", prints]) => ({
    commands,
    prints,
  }));
}

/** Long for the whole of a page, first request to last (milliseconds). */
const patienceMs = 180_000;

/** Runs all steps of a page in one shell, as a reader does, and returns what each printed. Nothing it started outlives it. */
async function runAll(steps: readonly Step[], folder: string): Promise<string[]> {
  const mark = "\x1e";
  const script = steps.map(({ commands }) => `${commands}\nprintf '${mark}'\n`).join("");
  const shell = spawn("bash", ["-euo", "pipefail"], {
    cwd: folder,
    // A reader's commands find the data folder in the project's.
    env: {
      ...process.env,
      ACCORD_DATA_DIR: join(folder, ".accord"),
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
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
  expect(code, `ended with ${code} after printing:\n${output}`).to.equal(0);
  return output.split(mark).slice(0, -1);
}

function pattern(prints: string): RegExp {
  const escaped = prints.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("…", ".*?")}$`, "s");
}

function titleOf(commands: string): string {
  const lines = commands.trim().split("\n");
  return (lines.find((line) => line.includes("curl")) ?? lines[0] ?? "").slice(0, 80);
}

describe("the tours", () => {
  const folder = temporaryFolder();
  let server: Accord;
  before(async () => {
    // The one start that all pages ask for: `npm start`, with the variable that the insurance tour adds.
    const env = { ACCORD_DATA_DIR: join(folder, ".accord"), ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1" };
    symlinkSync(join(project, "bin"), join(folder, "bin"));
    server = new Accord(["start"], { env });
    await server.listening();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are there for each API, beside the README's first minute", () => {
    expect(tours.map(({ page }) => page)).to.include.members([
      "README.md",
      "docs/guides/observability.md",
      "docs/guides/insurance.md",
      "docs/guides/ordering.md",
      "docs/guides/placeholder.md",
    ]);
  });

  for (const { page, steps } of tours) {
    describe(page, () => {
      let printed: string[];
      before(async () => {
        printed = await runAll(steps, folder);
      });

      for (const [index, { commands, prints }] of steps.entries()) {
        it(`prints what it says: ${titleOf(commands)}`, () => {
          expect(prints, "commands without what they print").to.be.a("string");
          expect(printed[index]?.trim()).to.match(pattern(prints ?? ""));
        });
      }
    });
  }
});
