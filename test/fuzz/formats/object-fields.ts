/** Where the numbers of object files are that say where everything else is. */
import type { Field } from "../bytes.ts";

/** Headers of an ELF file of 64 bits, its sections and segments, the headers of compressed sections, and some symbols. */
export function fieldsOfElf(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  const add = (at: number, ...sizes: readonly Field["size"][]) => {
    let place = at;
    for (const size of sizes) {
      if (place + size <= bytes.length) fields.push({ at: place, size });
      place += size;
    }
  };
  add(16, 2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2, 2);
  if (bytes[4] !== 2) return fields;
  const [segments, sections] = [bytes.readBigUInt64LE(32), bytes.readBigUInt64LE(40)].map(Number) as [number, number];
  for (let index = 0; index < bytes.readUInt16LE(56); index++) add(segments + index * 56, 4, 4, 8, 8, 8, 8, 8, 8);
  for (let index = 0; index < bytes.readUInt16LE(60); index++) {
    const at = sections + index * 64;
    add(at, 4, 4, 8, 8, 8, 8, 4, 4, 8, 8);
    const [type, flags, offset] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 24)];
    if ((flags & 0x800) !== 0) add(offset, 4, 4, 8, 8);
    if (type === 2 || type === 11)
      for (let symbol = 0; symbol < 50; symbol++) add(offset + symbol * 24, 4, 1, 1, 2, 8, 8);
  }
  return fields;
}

const fatMagic = 0xcafebabe;

/** Headers and load commands of a Mach-O file, and the table of a fat one. */
export function fieldsOfMachO(bytes: Buffer): Field[] {
  if (bytes.readUInt32BE(0) !== fatMagic) return fieldsOfThin(bytes, 0);
  const fields: Field[] = [{ at: 4, size: 4, bigEndian: true }];
  for (let index = 0; index < bytes.readUInt32BE(4); index++) {
    const at = 8 + index * 20;
    for (const place of [0, 4, 8, 12, 16]) fields.push({ at: at + place, size: 4, bigEndian: true });
    fields.push(...fieldsOfThin(bytes, bytes.readUInt32BE(at + 8)));
  }
  return fields;
}

function fieldsOfThin(bytes: Buffer, start: number): Field[] {
  const headerSize = 32;
  const end = start + headerSize + bytes.readUInt32LE(start + 20);
  const fields: Field[] = [];
  for (let at = start; at + 4 <= Math.min(end, bytes.length); at += 4) fields.push({ at, size: 4 });
  return fields;
}

/** Records of a zip archive: local headers, the directory, its end (APPNOTE 4.3). */
export function fieldsOfZip(bytes: Buffer): Field[] {
  const layouts: Readonly<Record<string, readonly Field["size"][]>> = {
    "PK\x03\x04": [4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2],
    "PK\x01\x02": [4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4],
    "PK\x05\x06": [4, 2, 2, 2, 2, 4, 4, 2],
  };
  const fields: Field[] = [];
  for (const [mark, sizes] of Object.entries(layouts)) {
    for (let start = bytes.indexOf(mark, 0, "latin1"); start >= 0; start = bytes.indexOf(mark, start + 4, "latin1")) {
      let at = start;
      for (const size of sizes) {
        fields.push({ at, size });
        at += size;
      }
    }
  }
  return fields;
}
