/** Debugging information: sections of good files with bytes changed, and units made up of any tags, attributes and forms. */

import type { SectionName } from "@accord/debug-info/native";
import { bufferSource, openElf } from "@accord/debug-info/native";
import { attribute, form, tag } from "#debug-info/src/native/dwarf/constants.ts";
import { code, elfOf, lineProgramOf, rangeListOf } from "#debug-info/test/native-writer.ts";
import { changedBytes } from "../bytes.ts";
import type { Format } from "../format.ts";
import type { Random } from "../random.ts";
import { index, isRefusedObject, sample } from "./objects.ts";

const names: readonly SectionName[] = [
  "debug_info",
  "debug_abbrev",
  "debug_line",
  "debug_line_str",
  "debug_str",
  "debug_str_offsets",
  "debug_addr",
  "debug_ranges",
  "debug_rnglists",
];

type Sections = Partial<Record<SectionName, Buffer>>;

function sectionsOf(bytes: Buffer): Sections {
  const file = openElf(bufferSource(bytes));
  return Object.fromEntries(
    names.flatMap((name) => {
      const section = file.section(name);
      return section === undefined ? [] : [[name, section.read(0, section.size)]];
    }),
  );
}

const samples = ["gcc-dwarf4.so", "gcc-dwarf5.so", "android-arm64.so"].map((name) => sectionsOf(sample(name)));

export const dwarf: Format = {
  name: "dwarf",
  sample: sample("gcc-dwarf5.so"),
  memory: 64,
  generate(random) {
    const sections = random.chance(0.5) ? madeUp(random) : changed(random.pick(samples), random);
    return elfOf(Object.entries(sections).map(([name, bytes]) => ({ name: `.${name}`, bytes })));
  },
  async read(input) {
    await index(openElf(bufferSource(input)));
  },
  isRefusal: isRefusedObject,
};

function changed(sections: Sections, random: Random): Sections {
  const result = { ...sections };
  const present = names.filter((name) => sections[name] !== undefined);
  for (let count = 1 + random.below(2); count > 0; count--) {
    // What everything hangs on is changed more often.
    const name = random.chance(0.5)
      ? random.pick(["debug_info", "debug_abbrev", "debug_line"] as const)
      : random.pick(present);
    const bytes = result[name];
    if (bytes !== undefined) result[name] = changedBytes(bytes, random);
  }
  return result;
}

interface Attribute {
  readonly name: number;
  readonly form: number;
}

/** Units whose entries have the attributes that their abbreviations say, with any values. */
function madeUp(random: Random): Sections {
  const version = random.pick([2, 3, 4, 5]);
  const kinds = Array.from({ length: 1 + random.below(6) }, (_, at) => ({
    tag: at === 0 ? 0x11 : random.pick([tag.subprogram, tag.inlinedSubroutine, tag.subprogram, ...Object.values(tag)]),
    hasChildren: at === 0 || random.chance(0.5),
    attributes: Array.from({ length: random.below(8) }, (): Attribute => {
      const name = random.pick(Object.values(attribute));
      return { name, form: random.chance(0.7) ? usualForm(name, random) : random.pick(Object.values(form)) };
    }),
  }));
  const table = kinds.flatMap(({ tag: kind, hasChildren, attributes }, at) => [
    ...uleb(at + 1),
    ...uleb(kind),
    hasChildren ? 1 : 0,
    ...attributes.flatMap((one) => [
      ...uleb(one.name),
      ...uleb(one.form),
      ...(one.form === form.implicitConst ? leb(random) : []),
    ]),
    0,
    0,
  ]);
  const unit = () => {
    const entries: number[] = [];
    for (let count = random.below(40); count >= 0; count--) {
      const at = entries.length === 0 ? 0 : random.below(kinds.length + 1);
      entries.push(...uleb(at === kinds.length ? 0 : at + 1));
      for (const one of kinds[at]?.attributes ?? []) entries.push(...written(one.form, random));
    }
    const header = version === 5 ? [5, 0, 1, 8, 0, 0, 0, 0] : [version, 0, 0, 0, 0, 0, 8];
    const body = Buffer.from([...header, ...entries]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    return Buffer.concat([length, body]);
  };
  const opcodes = Buffer.from(
    Array.from({ length: random.below(60) }, () => random.below(random.chance(0.5) ? 14 : 256)),
  );
  const lists = Array.from({ length: random.below(20) }, () => [
    random.below(9),
    ...leb(random),
    ...leb(random),
  ]).flat();
  return {
    debug_info: Buffer.concat(Array.from({ length: 1 + random.below(3) }, unit)),
    debug_abbrev: Buffer.from([...table, 0]),
    debug_line: lineProgramOf(opcodes),
    debug_str: Buffer.from("main\0_ZN4shop4cartEv\0"),
    debug_line_str: Buffer.from("a.c\0/src\0"),
    debug_str_offsets: Buffer.alloc(64),
    debug_addr: Buffer.alloc(64, 0x10),
    debug_ranges: rangeListOf(random.below(4)),
    debug_rnglists: Buffer.from([...lists, 0]),
  };
}

function usualForm(name: number, random: Random): number {
  switch (name) {
    case attribute.lowPc:
      return form.addr;
    case attribute.highPc:
      return random.pick([form.data4, form.addr, form.udata]);
    case attribute.ranges:
    case attribute.stmtList:
      return form.secOffset;
    case attribute.name:
    case attribute.linkageName:
      return random.pick([form.string, form.strp]);
    case attribute.abstractOrigin:
    case attribute.specification:
    case attribute.sibling:
      return form.ref4;
    default:
      return form.data1;
  }
}

function written(kind: number, random: Random): number[] {
  const few = random.chance(0.8);
  switch (kind) {
    case form.addr: {
      const address = Buffer.alloc(8);
      address.writeBigUInt64LE(few ? BigInt(code.start + random.below(256)) : random.number());
      return [...address];
    }
    case form.string:
      return [...Buffer.from(random.pick(["f", "", "é"])), 0];
    case form.flagPresent:
    case form.implicitConst:
      return [];
    case form.indirect:
      return [form.data1, random.below(256)];
    case form.block1:
    case form.exprloc:
      return [2, 1, 1];
    case form.data4:
    case form.ref4:
    case form.strp:
    case form.secOffset:
    case form.lineStrp:
      return few
        ? [random.below(64), 0, 0, 0]
        : [random.below(256), random.below(256), 0, random.pick([0, 0x7f, 0xff])];
    case form.data2:
    case form.ref2:
      return [random.below(256), random.below(2)];
    case form.data8:
      return [random.below(256), ...Array.from({ length: 7 }, () => (few ? 0 : 0xff))];
    case form.udata:
    case form.sdata:
    case form.refUdata:
      return leb(random);
    default:
      return [random.below(64)];
  }
}

function leb(random: Random): number[] {
  return random.chance(0.9) ? uleb(random.below(1000)) : Array.from({ length: random.below(12) }, () => 0xff).concat(1);
}

function uleb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >>> 7)];
}
