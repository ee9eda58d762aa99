import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import fc from "fast-check";
import { compressSync } from "snappy";
import * as packed from "#src/http/inflate.ts";
import { Intake, RequestIntake } from "#src/http/intake.ts";
import { Problem } from "#src/http/problem.ts";
import { runs } from "#test/support/runs.ts";

const freshIntake = () => new RequestIntake(new Intake(), "somebody");
const inflate = (bytes: Buffer, encoding: "gzip" | "deflate", limit: number) =>
  packed.inflate(bytes, encoding, limit, freshIntake());
const unsnap = (bytes: Buffer, limit: number) => packed.unsnap(bytes, limit, freshIntake());

const codeOf = async (work: () => Buffer | Promise<Buffer>): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return "none";
};

const bodies = fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes));

describe("packed bodies", () => {
  it("come out as they went in", () =>
    fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const limit = Math.max(1, body.length);
        expect(await inflate(gzipSync(body), "gzip", limit)).to.deep.equal(body);
        expect(await inflate(deflateSync(body), "deflate", limit)).to.deep.equal(body);
        expect(await unsnap(compressSync(body), body.length)).to.deep.equal(body);
      }),
    ));

  it("come out of a bare deflate stream too, whatever its first byte", () =>
    fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const bare = deflateRawSync(body);
        fc.pre(((bare[0] ?? 0) & 0x0f) !== 8);
        expect(await inflate(bare, "deflate", Math.max(1, body.length))).to.deep.equal(body);
      }),
    ));

  it("are refused at the first byte over the limit, small or large", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 200_000 }), async (size) => {
        const body = randomBytes(size);
        const packed = gzipSync(body);
        expect(await codeOf(() => inflate(packed, "gzip", size))).to.equal("none");
        expect(await codeOf(() => inflate(packed, "gzip", size - 1))).to.equal("PAYLOAD_TOO_LARGE");
        expect(await codeOf(() => unsnap(compressSync(body), size - 1))).to.equal("PAYLOAD_TOO_LARGE");
      }),
      { numRuns: runs(20) },
    ));

  it("that are garbage are refused, and never anything else happens", () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        for (const work of [
          () => inflate(Buffer.from(bytes), "gzip", 10_000),
          () => inflate(Buffer.from(bytes), "deflate", 10_000),
          () => unsnap(Buffer.from(bytes), 10_000),
        ])
          expect(await codeOf(work)).to.be.oneOf(["none", "MALFORMED_BODY", "PAYLOAD_TOO_LARGE"]);
      }),
      { numRuns: runs(300) },
    ));

  it("that declare more than the limit are refused before a byte is unpacked", async () => {
    const fourGigabytes = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]);
    expect(await codeOf(() => unsnap(fourGigabytes, 1_000_000))).to.equal("PAYLOAD_TOO_LARGE");
    const tooLong = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f]);
    expect(await codeOf(() => unsnap(tooLong, 1_000_000))).to.equal("MALFORMED_BODY");
    expect(await codeOf(() => unsnap(Buffer.alloc(0), 10))).to.equal("MALFORMED_BODY");
  });

  it("leave no memory behind that is in no heap", async () => {
    // Snappy's native part allocates what comes out: of 320 MB all would stay where it forgets one buffer.
    const script = `
      import { compressSync } from "snappy";
      import { unsnap } from "#src/http/inflate.ts";
      import { Intake, RequestIntake } from "#src/http/intake.ts";
      const packed = compressSync(Buffer.alloc(8e6, "accord"));
      const before = process.memoryUsage.rss();
      for (let i = 0; i < 40; i++) {
        await unsnap(packed, 1e7, new RequestIntake(new Intake(), "somebody"));
        gc();
      }
      console.log(process.memoryUsage.rss() - before);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--expose-gc", "--input-type=module", "--eval", script],
      { cwd: join(import.meta.dirname, "..", "..") },
    );
    expect(Number(stdout) / 1e6, "MB").to.be.below(100);
  });
});
