import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "..", "..");
const program = (work: string) => `
  import { pino } from "pino";
  import { logUnhandledRejections } from "#src/server/unhandled-rejections.ts";
  // Writes at once: by default, lines are written in a thread.
  logUnhandledRejections(pino(pino.destination({ sync: true })));
  process.on("unhandledRejection", () => setImmediate(() => console.log("still here")));
  setImmediate(() => { ${work} });
`;
const args = (work: string) => ["--input-type=module-typescript", "--eval", program(work)];

describe("a rejection that no code handles", () => {
  it("is logged, and the process goes on", () => {
    const output = execFileSync(process.execPath, args('void Promise.reject(new Error("lost"))'), { cwd: root });
    const [logged = "{}", last] = output.toString().trim().split("\n");
    expect(JSON.parse(logged)).to.deep.include({
      level: 50,
      msg: "A rejection was not handled: a mistake in the code",
    });
    expect(JSON.parse(logged).err).to.include({ type: "Error", message: "lost" });
    expect(last).to.equal("still here");
  });

  it("is not taken for an error that nobody catches, which ends the process", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args('throw new Error("broken")'), { cwd: root });
    expect(status).to.equal(1);
    expect(stdout.toString()).to.equal("");
    expect(stderr.toString()).to.include("Error: broken");
  });
});
