import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What Dredd tells of a transaction. */
interface Told {
  readonly title: string;
  readonly message: string;
  readonly request?: { readonly method: string };
}

export interface Stats {
  readonly tests: number;
  readonly passes: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface DreddClass {
  new (configuration: object): { run(callback: (error: Error | null, stats: Stats) => void): void };
}

const require = createRequire(import.meta.url);

/** Runs Dredd on a document's file against a server. It speaks by events; its own reports would fill pages. */
export async function runDredd(file: string, endpoint: string): Promise<{ stats: Stats; faults: string[] }> {
  require("dredd/build/reporters/reporterOutputLogger").default.transports.console.silent = true;
  const Dredd = require("dredd") as DreddClass;
  const emitter = new EventEmitter();
  const faults: string[] = [];
  emitter.on("test fail", ({ title, message }: Told) => faults.push(`${title}: ${message}`));
  emitter.on("test error", (error: Error, { title }: Told) => faults.push(`${title}: ${error.message}`));
  const dredd = new Dredd({
    endpoint,
    path: [file],
    hookfiles: [join(import.meta.dirname, "hooks.cjs")],
    emitter,
    loglevel: "silent",
    color: false,
  });
  const stats = await new Promise<Stats>((resolve, reject) =>
    dredd.run((error, result) => (error ? reject(error) : resolve(result))),
  );
  return { stats, faults };
}
