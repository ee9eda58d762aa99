import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { withSettings } from "../../scripts/generate/settings.ts";
import { Accord, project } from "./support/accord.ts";

const readme = readFileSync(join(project, "README.md"), "utf8");

interface Step {
  readonly commands: string;
  /** What they print, with `…` for what differs each time. */
  readonly prints: string | undefined;
}

/** The shell blocks of a section, each with the block of text that follows it. */
function stepsIn(section: string): Step[] {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? "";
  return [...text.matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)].map(([, commands = "", prints]) => ({
    commands,
    prints,
  }));
}

/** Runs all steps in one shell, as a reader does, and returns what each printed. */
async function runAll(steps: readonly Step[], folder: string): Promise<string[]> {
  const mark = "\x1e";
  const script = steps.map(({ commands }) => `${commands}\nprintf '${mark}'\n`).join("");
  const shell = spawn("bash", ["-euo", "pipefail"], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  shell.stdin.end(script);
  const code = await new Promise((resolve) => shell.on("close", resolve));
  expect(code, output).to.equal(0);
  return output.split(mark).slice(0, -1);
}

function pattern(prints: string): RegExp {
  const escaped = prints.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("…", ".*?")}$`, "s");
}

describe("the README", function () {
  this.timeout(90_000);

  it("has today's table of settings", () => {
    expect(withSettings(readme)).to.equal(readme);
  });

  it("links only to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
    expect(links).not.to.deep.equal([]);
    for (const path of links) expect(existsSync(join(project, path)), path).to.equal(true);
  });

  it("names only scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: object };
    for (const [, name = ""] of readme.matchAll(/npm run ([a-z]+)/g)) expect(scripts).to.have.property(name);
  });

  describe("its tour", () => {
    const folder = temporaryFolder();
    const steps = stepsIn("A five-minute tour");
    let server: Accord;
    let printed: string[];
    before(async () => {
      const env = { ACCORD_DATA_DIR: join(folder, ".accord"), ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1" };
      symlinkSync(join(project, "bin"), join(folder, "bin"));
      server = new Accord(["start"], { env });
      await server.listening();
      printed = await runAll(steps, folder);
    });
    after(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it("has commands, all with what they print", () => {
      expect(steps.length).to.be.above(8);
      for (const { commands, prints } of steps) expect(prints, commands).to.be.a("string");
    });

    for (const [index, { commands, prints = "" }] of steps.entries()) {
      const title =
        commands
          .trim()
          .split("\n")
          .find((line) => line.includes("curl")) ?? commands;
      it(`prints what it says: ${title.slice(0, 80)}`, () => {
        expect(printed[index]?.trim()).to.match(pattern(prints));
      });
    }
  });
});
