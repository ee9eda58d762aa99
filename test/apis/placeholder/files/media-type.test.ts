import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { inspectFile, mediaTypes } from "#src/apis/placeholder/files/media-type.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { emptyZip, gif, jpeg, pdf, png, webp } from "./samples.ts";

describe("telling what a file is", () => {
  let folder: string;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => rm(folder, { recursive: true }));
  const inspect = async (bytes: Uint8Array | string) => {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    return await inspectFile(path, Buffer.from(bytes).length);
  };
  const typeOf = async (bytes: Uint8Array | string) => (await inspect(bytes)).mediaType;

  it("knows every type on the list", async () => {
    const samples = [png, jpeg, gif, webp, pdf, "Plain text, naïve: ✓\r\n\tand tabs"];
    const found: unknown[] = [];
    for (const sample of samples) found.push(await typeOf(sample));
    expect(found).to.deep.equal([...mediaTypes]);
  });

  const strangers: Readonly<Record<string, Uint8Array | string>> = {
    "an image cut short": png.subarray(0, -1),
    "an image with something behind it": Buffer.concat([png, Buffer.from("<script>")]),
    "a JPEG with something behind it": Buffer.concat([jpeg, Buffer.from("x")]),
    "a WebP that is longer than it says": Buffer.concat([webp, Buffer.alloc(2)]),
    "an image with an archive behind it": Buffer.concat([gif, emptyZip]),
    "an archive whose comment ends like a GIF": Buffer.concat([gif, archiveWithComment(Buffer.from([0x3b]))]),
    "an archive whose comment ends like a PDF": Buffer.concat([pdf, archiveWithComment(Buffer.from("%%EOF\n"))]),
    "a PDF that does not begin as one": Buffer.concat([Buffer.from("<html>"), pdf]),
    "an archive": emptyZip,
    "a program": Buffer.from("7f454c4602010100", "hex"),
    HTML: "<!doctype html><script>alert(1)</script>",
    "HTML behind much white space": `${" \n".repeat(40_000)}<script>alert(1)</script>`,
    SVG: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "HTML after a byte order mark": "\uFEFF<html>",
    "a script": "#!/bin/sh\nrm -rf /\n",
    "text in Latin-1": Buffer.from("na\xefve", "latin1"),
    "text that breaks off inside a character": Buffer.from("✓").subarray(0, 2),
    "text with a NUL": "a\0b",
    "text with an escape": "\u001b[2J",
  };
  for (const [name, bytes] of Object.entries(strangers))
    it(`refuses ${name}`, async () => {
      expect(await typeOf(bytes)).to.equal(null);
    });

  it("takes a text that ends between two blocks of reading, inside a character", async () => {
    expect(await typeOf(`${"x".repeat(64 * 1024 - 1)}✓`)).to.equal("text/plain");
  });

  it("never takes random bytes for more than text, and always knows their digest", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const { mediaType, sha256 } = await inspect(bytes);
        expect([null, "text/plain"]).to.include(mediaType);
        expect(sha256).to.equal(createHash("sha256").update(bytes).digest("hex"));
      }),
    );
  });
});

function archiveWithComment(comment: Buffer): Buffer {
  const end = Buffer.from(emptyZip);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}
