/** Crashes of the fixtures' programs, as their apps report them. */

import { parseStack } from "@accord/debug-info/javascript";
import { fixture } from "#debug-info/test/indexes.ts";
import { objectOf } from "./readers.ts";

interface Expected {
  readonly Address: string;
  readonly Symbol?: readonly { readonly FunctionName: string; readonly Line: number }[];
}

/** Addresses of an object file at which llvm-symbolizer knows calls that were inlined. */
export function inlinedAddresses(name: string): number[] {
  const lines = fixture(`native/${name}.expected`).toString().trim().split("\n");
  const known = lines.map((line) => JSON.parse(line) as Expected);
  return known.filter(({ Symbol: frames = [] }) => frames.length > 1).map(({ Address }) => Number(Address));
}

const base = 0x1_00a3_c000;

/** A native crash at these addresses of a file, in an image that was loaded somewhere. */
export function nativeCrash(name: string, addresses: readonly number[], field: "nativeStacktrace" | "nativeFrames") {
  const file = objectOf(name);
  return {
    payloadVersion: 2,
    binaryImages: [
      {
        name: "shop",
        debug_id: file.debugId.toUpperCase(),
        arch: file.arch,
        image_addr: `0x${base.toString(16)}`,
        image_size: 0x100000,
        is_main_image: true,
      },
    ],
    [field]: addresses.map((address, index) => ({
      frame_index: index,
      instruction_addr: `0x${(base + address - file.imageBase).toString(16)}`,
      image_addr: `0x${base.toString(16)}`,
      image_name: "shop",
    })),
    crashedThreadId: 1,
  };
}

/** The first trace of the obfuscated program, as frames. */
export const obfuscated = {
  type: "a.c",
  value: "wrapped",
  frames: [
    { filename: "SourceFile", function: "a.b.a", lineno: 11 },
    { filename: "SourceFile", function: "a.b.a", lineno: 1008 },
    { filename: "SourceFile", function: "shop.Main.main", lineno: 23 },
  ],
};

/** What it is in the source. */
export const retraced = [
  "shop.Main$Basket.check(Main.java:11)",
  "shop.Main$Basket.price(Main.java:8) >",
  "shop.Main$Basket.total(Main.java:6)",
  "shop.Main.main(Main.java:23)",
];

/** The frames of the stack that V8 gave for the minified bundle. */
export const minified = parseStack(fixture("javascript/stack.txt").toString()).flatMap(({ frame }) =>
  frame === null
    ? []
    : [
        {
          filename: frame.file ?? "",
          function: frame.function ?? "",
          lineno: frame.line ?? 0,
          colno: frame.column ?? 0,
        },
      ],
);

export const bundled = [
  "priceOf(src/price.ts:10)",
  "null(src/basket.ts:12)",
  "n.total(src/basket.ts:12)",
  "checkout(src/main.ts:4)",
  "s(src/main.ts:10)",
];

interface Frame {
  readonly function: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly inlined: boolean;
}

/** Frames as `function(file:line)`, with an arrow where they were inlined into the next. */
export function shown(frames: readonly Frame[]): string[] {
  return frames.map(
    ({ function: name, file, line, inlined }) =>
      `${name}(${file}${line === null ? "" : `:${line}`})${inlined ? " >" : ""}`,
  );
}
