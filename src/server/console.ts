/**
 * The console: the files that `npm run generate` builds from console/. Every address below /console answers with its page. Files with
 * a hash in their names never change, so browsers cache them; the page itself is revalidated.
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
  /** By file name: the last part of `/console/assets/<name>`. */
  readonly assets: ReadonlyMap<string, StaticContent>;
}

/** Whether the server has the API with which people sign in, mounted under its own name. */
export function hasConsole(apis: readonly Mounted[]): boolean {
  return apis.some(({ api, mount }) => api.name === "management" && mount === "/management");
}

/** Reads the files of the console. Null when the server has no console. */
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
