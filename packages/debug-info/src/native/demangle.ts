/** Names of C++, Rust and Swift as their sources have them. Swift's are read here (`swift/`): no library of its field runs on Node. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as bindings from "gecko-profiler-demangle/index_bg.js";
import { DataReader } from "./data-reader.ts";
import { demangleSwift } from "./swift/demangler.ts";

/** What a mangled name of C++ (Itanium ABI) or Rust (v0) begins with; Mach-O and some tools put an underscore more. */
const mangled = /^_{0,2}_(Z[A-Z0-9]|R[A-Z])/;
/** And one of Swift, from 5 on. */
const swiftPrefix = /^_?\$[sS](?=.)/;

/** Longer names are left as they are: demangling takes time with their length, and expands. */
const mostNameLength = 16 * 1024;
const mostDemangledLength = 64 * 1024;
/**
 * Pages of 64 KiB that demangling may take. Names refer to parts of themselves, so that two hundred characters can stand for
 * any number of them: the library runs out of memory first, and the name stays as it is.
 */
const mostPages = 128;

let module: WebAssembly.Module | undefined;
/** Of the instance that is used; undefined when there is none yet, or a trap has ended it. */
let memory: WebAssembly.Memory | undefined;

/** Its own entry imports the WebAssembly as a module, which Node still warns about. */
function load(): void {
  const path = createRequire(import.meta.url).resolve("gecko-profiler-demangle/index_bg.wasm");
  module ??= new WebAssembly.Module(withBoundedMemory(readFileSync(path)));
  const instance = new WebAssembly.Instance(module, { "./index_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  memory = instance.exports.memory as WebAssembly.Memory;
}

const memorySection = 5;

/** The module with a maximum for its memory, which it has none for (WebAssembly core specification, 5.5.8). */
function withBoundedMemory(wasm: Buffer): Buffer<ArrayBuffer> {
  const reader = new DataReader(wasm, 8);
  while (reader.remaining > 0) {
    const start = reader.position;
    const section = reader.u8();
    const content = new DataReader(reader.take(reader.uleb()));
    if (section !== memorySection) continue;
    content.skip(2);
    const limits = [1, 1, ...uleb(content.uleb()), ...uleb(mostPages)];
    const bounded = Buffer.from([memorySection, limits.length, ...limits]);
    return Buffer.concat([wasm.subarray(0, start), bounded, wasm.subarray(reader.position)]);
  }
  throw new Error("The WebAssembly of gecko-profiler-demangle has no memory of its own");
}

function uleb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...uleb(value >>> 7)];
}

/** The name itself when it is not mangled, or cannot be read. */
export function demangle(name: string): string {
  if (name.length > mostNameLength) return name;
  const [prefix] = swiftPrefix.exec(name) ?? [];
  if (prefix !== undefined) return demangleSwift(name, prefix.length) ?? name;
  if (!mangled.test(name)) return name;
  if (memory === undefined) load();
  try {
    const text = bindings.demangle_any(name);
    return text === "" || text.length > mostDemangledLength ? name : text;
  } catch {
    // A trap leaves the instance in an unknown state: the next name gets a new one. Growing the old memory detaches it, since the
    // bindings would go on reading names of others from there.
    memory?.grow(0);
    memory = undefined;
    return name;
  }
}
