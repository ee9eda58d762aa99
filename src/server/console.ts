/**
 * The console: files that `npm run generate` has built from console/, for every address below /console. What a name with a hash
 * stands for never changes, so browsers keep it; the page itself is asked for again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StaticContent } from "#src/http/static-content.ts";
import { pageHeaders } from "./documentation/shell.ts";
import type { Mounted } from "./mounted.ts";

const folder = join(import.meta.dirname, "..", "..", "generated", "console");
const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };
const forGood = { "Cache-Control": "public, max-age=31536000, immutable" };

export interface Console {
  readonly page: StaticContent;
  /** By the last part of their addresses, `/console/assets/<name>`. */
  readonly assets: ReadonlyMap<string, StaticContent>;
}

/** Whether the server has the API that people sign in by, under its own name. */
export function hasConsole(apis: readonly Mounted[]): boolean {
  return apis.some(({ api, mount }) => api.name === "management" && mount === "/management");
}

/** Null for a server without it. */
export function openConsole(apis: readonly Mounted[]): Console | null {
  if (!hasConsole(apis)) return null;
  const assets = join(folder, "assets");
  const read = (path: string) => () => readFileSync(join(folder, path));
  return {
    page: new StaticContent("text/html", read("index.html"), pageHeaders),
    assets: new Map(
      readdirSync(assets).map((name) => {
        const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
        return [name, new StaticContent(type, read(`assets/${name}`), forGood)];
      }),
    ),
  };
}
