/** The part of the package behind its entry: the functions, and where the WebAssembly is put. */
declare module "gecko-profiler-demangle/index_bg.js" {
  export function demangle_any(name: string): string;
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** The part of the WebAssembly JavaScript interface that is used; the types of Node do not have it. */
declare namespace WebAssembly {
  type Exports = Readonly<Record<string, unknown>>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, unknown>>);
    readonly exports: Exports;
  }
}
