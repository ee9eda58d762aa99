/** The part of the package behind its entry: the functions, and where the WebAssembly is put. */
declare module "gecko-profiler-demangle/index_bg.js" {
  export function demangle_any(name: string): string;
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}
