import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { ArchiveCheck } from "#src/apis/placeholder/files/archives.ts";
import { inspectFile, mediaTypes } from "#src/apis/placeholder/files/media-type.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { emptyZip, gif, jpeg, jpegWith, pdf, pdfWith, png, pngWith, webp, zip } from "./samples.ts";

describe("telling what a file is", () => {
  const folder = temporaryFolder();
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

  const archives: Readonly<Record<string, Buffer>> = {
    ZIP: zip,
    "ZIP with a comment": Buffer.concat([zip.subarray(0, -2), Buffer.from("\x05\0hello", "latin1")]),
    "ZIP of 64 bits": Buffer.concat([
      Buffer.from("PK\x06\x07", "latin1"),
      Buffer.alloc(16),
      Buffer.from("PK\x05\x06", "latin1"),
      Buffer.alloc(18, 0xff),
    ]),
    "empty ZIP": emptyZip,
    "RAR 4": Buffer.from("Rar!\x1a\x07\0", "latin1"),
    "RAR 5": Buffer.from("Rar!\x1a\x07\x01\0", "latin1"),
    "7z": Buffer.from("377abcaf271c0004", "hex"),
    Cabinet: Buffer.from("MSCF\0\0\0\0", "latin1"),
  };
  for (const [kind, archive] of Object.entries(archives))
    it(`refuses images and documents with an archive in them, wherever it lies: ${kind}`, async () => {
      const padded = Buffer.concat([Buffer.alloc(70_000, 0x20), archive, Buffer.alloc(70_000, 0x20)]);
      for (const content of [archive, padded.subarray(0, -60_000), padded])
        for (const inside of [pngWith(content), jpegWith(content.subarray(-60_000)), pdfWith(content)])
          if (inside.includes(archive)) expect(await typeOf(inside)).to.equal(null);
    });

  it("refuses a document that is a tar archive as well", async () => {
    const content = Buffer.alloc(300, 0x20);
    content.write("ustar", 257 - pdfWith(Buffer.alloc(0)).indexOf("\nendstream"));
    expect(await typeOf(pdfWith(content))).to.equal(null);
  });

  it("finds an archive wherever the pieces break in which the file is read", async () => {
    const bytes = pngWith(zip);
    const readAt = async (position: number, length: number) => bytes.subarray(position, position + length);
    for (let size = 1; size <= bytes.length; size++) {
      const check = new ArchiveCheck();
      for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
      expect(await check.isArchive(readAt), `pieces of ${size}`).to.equal(true);
    }
  });

  it("takes images that hold the letters of an archive by chance, but not hundreds of them", async () => {
    const chance = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18, 7)]);
    const near = Buffer.from(chance);
    near.writeUInt32LE(10, 12);
    for (const content of [chance, near, Buffer.from("PK\x03\x04", "latin1"), Buffer.from("Rar!")])
      expect(await typeOf(pngWith(content))).to.equal("image/png");
    expect(await typeOf(pngWith(Buffer.concat(Array<Buffer>(100).fill(near))))).to.equal(null);
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
