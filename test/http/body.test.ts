import { randomBytes } from "node:crypto";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import fc from "fast-check";
import { compressSync, uncompressSync } from "snappy";
import * as packed from "#src/http/inflate.ts";
import { Intake, RequestIntake } from "#src/http/intake.ts";
import { snappyLength, unpackSnappy } from "#src/http/snappy.ts";
import { codeOf } from "#test/support/code-of.ts";
import { runs } from "#test/support/runs.ts";

const freshIntake = () => new RequestIntake(new Intake(), "somebody");
const inflate = (bytes: Buffer, encoding: "gzip" | "deflate", limit: number) =>
  packed.inflate(bytes, encoding, limit, freshIntake());
const unsnap = (bytes: Buffer, limit: number) => packed.unsnap(bytes, limit, freshIntake());

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

  it("of Snappy are what its own library makes of them, whatever was changed in them", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom("up", "http_requests_total", "\0\0\0\0"), fc.string()), { maxLength: 400 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        async (words, changes) => {
          const block = compressSync(words.join(""));
          for (const [at, byte] of changes) block[at % block.length] = byte;
          fc.pre((snappyLength(block)?.length ?? 0) < 1e6);
          const expected = codeOf(() => Promise.resolve(uncompressSync(block, { asBuffer: true }) as Buffer));
          await expected.then(
            async () => expect(await unsnap(block, 1e6)).to.deep.equal(uncompressSync(block, { asBuffer: true })),
            async () => expect(await codeOf(() => unsnap(block, 1e6))).to.equal("MALFORMED_BODY"),
          );
        },
      ),
      { numRuns: runs(300) },
    ));

  it("of Snappy are decompressed in slices, however long they are", async () => {
    const body = Buffer.alloc(4_000_000, "accord");
    let slices = 0;
    for (const work = unpackSnappy(compressSync(body)); ; slices++) {
      const { done, value } = work.next();
      if (done !== true) continue;
      expect(value).to.deep.equal(body);
      break;
    }
    expect(slices).to.be.at.least(30);
  });
});
