import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

const project = join(import.meta.dirname, "..", "..");
const script = join(project, "scripts", "steady.ts");

describe("npm run test:steady", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, "kept"));
  });

  /** Runs a file with one test, whose body is given. */
  function steady(body: string, ...args: readonly string[]): SpawnSyncReturns<string> {
    const file = join(folder, "some.test.ts");
    writeFileSync(file, `import { appendFileSync, readFileSync } from "node:fs"; it("holds", () => { ${body} });`);
    const env = { ...process.env, TMPDIR: join(folder, "kept") };
    return spawnSync(process.execPath, [script, ...args, "--no-parallel", file], { encoding: "utf8", env });
  }

  it("has a line for each run, in turns quiet and busy, and is green when all are", () => {
    const { status, stdout } = steady("", "3");
    expect(stdout.split("\n").map((line) => line.replace(/\d+ s /, "N s "))).to.deep.equal([
      "1/3  quiet  1 passed  0 failed  N s  green",
      "2/3  busy  1 passed  0 failed  N s  green",
      "3/3  quiet  1 passed  0 failed  N s  green",
      "3 of 3 runs are green.",
      "",
    ]);
    expect(status).to.equal(0);
    expect(readdirSync(join(folder, "kept"))).to.deep.equal([]);
  });

  it("fails when one run does, and keeps its output", () => {
    const count = JSON.stringify(join(folder, "count"));
    const everySecond = `appendFileSync(${count}, "x"); if (readFileSync(${count}).length % 2 === 0) throw new Error("not now");`;
    const { status, stdout } = steady(everySecond, "--only", "quiet", "3");
    expect(stdout)
      .to.match(/^2\/3 {2}quiet {2}0 passed {2}1 failed {2}\d+ s {2}FAILED: /m)
      .and.include("1 of 3 runs failed.");
    const [, kept = ""] = /FAILED: (\S+)/.exec(stdout) ?? [];
    expect(readFileSync(kept, "utf8")).to.include("not now");
    expect(status).to.equal(1);
  });

  it("explains itself, and refuses what is no number of runs", () => {
    expect(spawnSync(process.execPath, [script, "--help"], { encoding: "utf8" }).stdout).to.match(
      /^Usage: npm run test:steady -- /,
    );
    const { status, stderr } = spawnSync(process.execPath, [script, "none"], { encoding: "utf8" });
    expect([status, stderr]).to.deep.equal([
      1,
      "error: command-argument value 'none' is invalid for argument 'runs'. A whole number from 1 on.\n",
    ]);
  });

  it("leaves no core busy, however it ends", async () => {
    const started = otherProcess(`
      import { busyCores } from ${JSON.stringify(join(project, "scripts", "steady", "busy-cores.ts"))};
      say(busyCores().processes.map(({ pid }) => pid).join(" "));
    `);
    const pids = (await started.line()).split(" ").map(Number);
    expect(pids).to.have.length(availableParallelism());
    const lives = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(pids.map(lives)).to.deep.equal(pids.map(() => true));
    await started.kill("SIGKILL");
    await until(() => !pids.some(lives));
  });
});
