/** Names of C++ and Rust as their sources have them. Swift's stay as they are: no library of its field runs here. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as bindings from "gecko-profiler-demangle/index_bg.js";

/** What a mangled name of C++ (Itanium ABI) or Rust (v0) begins with; Mach-O and some tools put an underscore more. */
const mangled = /^_{0,2}_(Z[A-Z0-9]|R[A-Z])/;

/** Longer names are left as they are: demangling takes time with their length, and expands. */
const mostNameLength = 16 * 1024;
const mostDemangledLength = 64 * 1024;

let ready = false;

/** Its own entry imports the WebAssembly as a module, which Node still warns about. */
function load(): void {
  const path = createRequire(import.meta.url).resolve("gecko-profiler-demangle/index_bg.wasm");
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { "./index_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  ready = true;
}

/** The name itself when it is not mangled, or cannot be read. */
export function demangle(name: string): string {
  if (!mangled.test(name) || name.length > mostNameLength) return name;
  if (!ready) load();
  try {
    const text = bindings.demangle_any(name);
    return text === "" || text.length > mostDemangledLength ? name : text;
  } catch {
    // A trap leaves the instance in an unknown state: the next name gets a new one.
    ready = false;
    return name;
  }
}
