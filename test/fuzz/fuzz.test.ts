import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { changedBytes } from "./bytes.ts";
import type { Format } from "./format.ts";
import { formatNamed, formats } from "./formats/index.ts";
import { writeInput } from "./judge.ts";
import { Random } from "./random.ts";
import { longestStep, readInput } from "./reading.ts";

class Refusal extends Error {}

/** A format whose inputs are read by this. */
const formatOf = (read: Format["read"]): Format => ({
  name: "made for this",
  memory: 1,
  sample: Buffer.alloc(0),
  generate: () => Buffer.alloc(0),
  read,
  isRefusal: (error) => error instanceof Refusal,
});
const reading = (read: Format["read"]) => readInput(formatOf(read), Buffer.alloc(0));

/** Takes so much CPU time of this thread. Asking for the time is mostly the system's. */
function work(ms: number): void {
  const taken = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const end = taken() + ms * 1000;
  while (taken() < end);
}

describe("fuzzing", () => {
  for (const format of formats) {
    it(`makes the same inputs of ${format.name} from the same seed, and other ones from another`, () => {
      const inputs = (seed: number) =>
        Array.from({ length: 20 }, (_, turn) => format.generate(new Random(seed, turn)).toString("base64"));
      expect(inputs(1)).to.deep.equal(inputs(1));
      expect(inputs(2)).not.to.deep.equal(inputs(1));
      expect(new Set(inputs(1)).size).to.be.greaterThan(10);
    });

    it(`reads a good sample of ${format.name}, and reads or refuses other inputs`, async () => {
      expect(await readInput(format, format.sample)).to.include({ isRefused: false, fault: null });
      for (let turn = 0; turn < 100; turn++)
        expect((await readInput(format, format.generate(new Random(3, turn)))).fault).to.equal(null);
    });
  }

  it("tells an error that is no refusal from one that is", async () => {
    const refused = await reading(() => {
      throw new Refusal("no");
    });
    expect(refused).to.include({ isRefused: true, fault: null });
    const failed = await reading(() => Promise.reject(new TypeError("x is not iterable")));
    expect(failed.isRefused).to.equal(false);
    expect(failed.fault).to.match(/^TypeError: x is not iterable\n/);
  });

  it("measures the longest step of what yields, not the sum of all", async () => {
    const slices = await reading(function* () {
      for (let slice = 0; slice < 8; slice++) {
        work(50);
        yield;
      }
    });
    expect(slices.stepMs).to.be.within(50, longestStep);
    const atOnce = await reading(() => {
      work(longestStep + 10);
      return undefined;
    });
    expect(atOnce.stepMs).to.be.greaterThan(longestStep);
  });

  it("keeps changed inputs within bounds", () => {
    const random = new Random(1, 1);
    let bytes = Buffer.from("sample");
    for (let count = 0; count < 2_000; count++) bytes = Buffer.from(changedBytes(bytes, random));
    expect(bytes.length).to.be.at.most(64 * 1024);
  });

  it("names the formats that there are", () => {
    expect(formatNamed("elf").name).to.equal("elf");
    expect(() => formatNamed("pe")).to.throw(RangeError, "There is no format pe");
  });

  describe("as a command", () => {
    const program = new URL("index.ts", import.meta.url).pathname;
    const run = (...args: readonly string[]) =>
      promisify(execFile)(process.execPath, [program, ...args]).catch(
        (error: { stdout: string; stderr: string }) => error,
      );

    it("tells the seed, and of each format what was read and what it took", async () => {
      const { stdout } = await run("--format", "names,mapping", "--minutes", "0.01", "--seed", "5");
      expect(stdout).to.match(/^seed 5, 0.01 minutes for 2 formats\n/);
      for (const name of ["names", "mapping"])
        expect(stdout).to.match(new RegExp(`^${name} +[1-9]\\d* +\\d+ +\\d+ ms +\\d+ MiB$`, "m"));
      expect(stdout).to.match(/Every input was read or refused as it should be\.\n$/);
    });

    it("reads one input again", async () => {
      const folder = mkdtempSync(join(tmpdir(), "accord-fuzz-test-"));
      try {
        const path = writeInput(folder, "input", Buffer.from("a.b -> c:\n"));
        const { stdout } = await run("--format", "mapping", "--input", path);
        expect(stdout).to.equal("It was read or refused as it should be.\n");
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("refuses a format that there is not, with those that there are", async () => {
      const { stderr } = await run("--format", "pe");
      expect(stderr).to.match(/There is no format pe\. There are: elf, mach-o, /);
    });
  });
});
