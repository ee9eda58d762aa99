import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type OpenApiDocument, type ParameterObject, resolve } from "#src/contract/document.ts";
import { temporaryFolder } from "#test/support/folder.ts";

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

/** Runs Dredd on a document against a server. It speaks by events; its own reports would fill pages. */
export async function runDredd(
  document: OpenApiDocument,
  endpoint: string,
): Promise<{ stats: Stats; faults: string[] }> {
  const file = join(temporaryFolder(), "openapi.json");
  writeFileSync(file, JSON.stringify(document, withTemplateNames(document)));
  require("dredd/build/reporters/reporterOutputLogger").default.transports.console.silent = true;
  const Dredd = require("dredd") as DreddClass;
  const emitter = new EventEmitter();
  const faults: string[] = [];
  emitter.on("test fail", ({ title, message }: Told) => faults.push(`${title}: ${message}`));
  emitter.on("test error", (error: Error, { title }: Told) => faults.push(`${title}: ${error.message}`));
  // Dredd copies its configuration for hooks, the parsed document with it, which takes as long as all requests together.
  emitter.on("start", (descriptions: { apiElements?: unknown }[], ready: () => void) => {
    for (const description of descriptions) delete description.apiElements;
    ready();
  });
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

/**
 * Dredd makes addresses from URI templates (RFC 6570), in whose names there is no hyphen and no bracket, and gives up the
 * whole document for one such query parameter. The stage writes the query of every request, so Dredd need not know of them.
 */
function withTemplateNames(document: OpenApiDocument): (key: string, value: unknown) => unknown {
  const isKnown = (parameter: unknown) => {
    const { in: place, name } = resolve<ParameterObject>(document, parameter as ParameterObject);
    return place !== "query" || /^[\w.]+$/.test(name);
  };
  return (key, value) => (key === "parameters" && Array.isArray(value) ? value.filter(isKnown) : value);
}
