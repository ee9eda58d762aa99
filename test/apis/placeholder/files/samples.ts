/** Small files of every kind that the API takes, each whole. */
const base64 = (text: string) => Buffer.from(text, "base64");

export const png = base64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
export const gif = base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
export const webp = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
export const jpeg = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
  Buffer.alloc(64, 0x10),
  Buffer.from("ffd9", "hex"),
]);
export const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n");

/** The smallest archive there is: nothing but its own end. */
export const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);

/** An archive of one file, "a", with nothing in it. */
export const zip = (() => {
  const local = Buffer.alloc(31);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(1, 26);
  local.write("a", 30);
  const directory = Buffer.alloc(47);
  directory.write("PK\x01\x02", "latin1");
  directory.writeUInt16LE(1, 28);
  directory.write("a", 46);
  const end = Buffer.from(emptyZip);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
})();

/** A PNG with this in a chunk of its own, which viewers pass over. */
export function pngWith(content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("teSt"), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** A JPEG with this in a comment of its own (T.81, B.2.4.5). */
export function jpegWith(content: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from("fffe0000", "hex"), content]);
  comment.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 20), comment, jpeg.subarray(20)]);
}

/** A PDF with this in a stream of its own. */
export function pdfWith(content: Buffer): Buffer {
  const [beginning, end] = ["%PDF-1.7\n1 0 obj\n<< /Length 1 >>\nstream\n", "\nendstream\nendobj\n"].map((text) =>
    Buffer.from(text),
  );
  return Buffer.concat([beginning as Buffer, content, end as Buffer, pdf.subarray(9)]);
}
