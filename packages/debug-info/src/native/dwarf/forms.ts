/** How long an attribute is and what it holds, by its form (DWARF 5, section 7.5.6). */
import { MalformedObjectError } from "../byte-source.ts";
import type { DataReader } from "../data-reader.ts";
import { form } from "./constants.ts";

/** What the lengths of forms depend on. */
export interface Encoding {
  readonly version: number;
  /** In bytes: 4 or 8. */
  readonly addressSize: number;
  /** The 64-bit DWARF format, which has nothing to do with the machine's addresses. */
  readonly is64: boolean;
}

/** The size in bytes of each form that has a fixed size, by the form's code; -1 for all others. */
const lengths = new Int8Array(form.addrx4 + 1).fill(-1);
for (const [length, ...forms] of [
  [0, form.flagPresent, form.implicitConst],
  [1, form.data1, form.flag, form.ref1, form.strx1, form.addrx1],
  [2, form.data2, form.ref2, form.strx2, form.addrx2],
  [3, form.strx3, form.addrx3],
  [4, form.data4, form.ref4, form.refSup4, form.strx4, form.addrx4],
  [8, form.data8, form.ref8, form.refSup8, form.refSig8],
  [16, form.data16],
] as const)
  for (const code of forms) lengths[code] = length;

/** Bytes that an attribute takes, or -1 where that is in the data. */
export function fixedSize(code: number, { version, addressSize, is64 }: Encoding): number {
  switch (code) {
    case form.addr:
      return addressSize;
    case form.refAddr:
      return version <= 2 ? addressSize : is64 ? 8 : 4;
    case form.strp:
    case form.lineStrp:
    case form.secOffset:
    case form.strpSup:
    case form.gnuRefAlt:
    case form.gnuStrpAlt:
      return is64 ? 8 : 4;
    default:
      return lengths[code] ?? -1;
  }
}

/** Passes over an attribute. Throws MalformedObjectError for a form that DWARF does not have. */
export function skipForm(reader: DataReader, code: number, encoding: Encoding): void {
  const size = fixedSize(code, encoding);
  if (size >= 0) {
    reader.skip(size);
    return;
  }
  switch (code) {
    case form.sdata:
    case form.udata:
    case form.refUdata:
    case form.strx:
    case form.addrx:
    case form.loclistx:
    case form.rnglistx:
      reader.skipLeb();
      return;
    case form.string:
      reader.skipText();
      return;
    case form.block1:
      reader.skip(reader.u8());
      return;
    case form.block2:
      reader.skip(reader.u16());
      return;
    case form.block4:
      reader.skip(reader.u32());
      return;
    case form.block:
    case form.exprloc:
      reader.skip(reader.uleb());
      return;
    case form.indirect: {
      const actual = reader.uleb();
      if (actual === form.indirect) throw new MalformedObjectError("An indirect form that is indirect again");
      skipForm(reader, actual, encoding);
      return;
    }
    default:
      throw new MalformedObjectError(`Attribute form 0x${code.toString(16)}`);
  }
}

/**
 * The number in an attribute: a constant, an address, an index or an offset; for text that stands in place, where it
 * begins. Blocks and 16-byte constants are passed over and give 0.
 */
export function readForm(reader: DataReader, code: number, encoding: Encoding): number {
  switch (code) {
    case form.flagPresent:
      return 1;
    case form.sdata:
      return reader.sleb();
    case form.udata:
    case form.refUdata:
    case form.strx:
    case form.addrx:
    case form.loclistx:
    case form.rnglistx:
      return reader.uleb();
    case form.string: {
      const start = reader.position;
      reader.skipText();
      return start;
    }
    case form.strx3:
    case form.addrx3:
      return reader.u24();
    case form.data16:
    case form.block:
    case form.block1:
    case form.block2:
    case form.block4:
    case form.exprloc:
      skipForm(reader, code, encoding);
      return 0;
    default: {
      const size = fixedSize(code, encoding);
      if (size < 0) throw new MalformedObjectError(`Attribute form 0x${code.toString(16)}`);
      return size === 0 ? 0 : reader.unsigned(size);
    }
  }
}
