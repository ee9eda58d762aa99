import { expect } from "chai";
import { changedBytes } from "./bytes.ts";
import type { Format } from "./format.ts";
import { formatNamed, formats } from "./formats/index.ts";
import { Random } from "./random.ts";
import { longestStep, readInput } from "./reading.ts";

class Refusal extends Error {}

/** A format whose inputs are read by this. */
const formatOf = (read: Format["read"]): Format => ({
  name: "made for this",
  memory: 1,
  generate: () => Buffer.alloc(0),
  read,
  isRefusal: (error) => error instanceof Refusal,
});
const reading = (read: Format["read"]) => readInput(formatOf(read), Buffer.alloc(0));

function work(ms: number): void {
  const { user: start } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - start < ms * 1000);
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

    it(`reads or refuses inputs of ${format.name}`, async () => {
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
});
