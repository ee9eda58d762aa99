/** The index of the search: the parts of every page, and the operations of every API. */
import { setImmediate } from "node:timers/promises";
import { operationsOf } from "#src/contract/document.ts";
import type { Mounted } from "../mounted.ts";
import { operationAddress } from "./addresses.ts";
import { type Entry, readPage } from "./contents.ts";
import { partsOf } from "./markdown.ts";

/** One thing that may be found. The browser reads these names: assets/site.js. */
export interface Findable {
  readonly title: string;
  /** The page of the title, or the API with the operation's method and path. */
  readonly where: string;
  /** Below the server's root. */
  readonly address: string;
  readonly text: string;
}

/** Longest text of one entry (characters): what stands at its beginning says what it is about. */
const longestText = 1_500;

/** Takes a page at a time, so that it holds up nobody else's request. */
export async function searchIndex(entries: readonly Entry[], apis: readonly Mounted[]): Promise<Findable[]> {
  const index = apis.flatMap(operationsIn);
  for (const entry of entries) {
    index.push(...partsIn(entry));
    await setImmediate();
  }
  return index;
}

function partsIn({ file, title, address }: Entry): Findable[] {
  return partsOf(readPage(file)).map((part) => ({
    title: part.anchor === "" ? title : part.title,
    where: part.anchor === "" ? "" : title,
    address: part.anchor === "" ? address : `${address}#${part.anchor}`,
    text: part.text.slice(0, longestText),
  }));
}

function operationsIn(api: Mounted): Findable[] {
  return [...operationsOf(api.api.document)].map(({ method, path, operation }) => ({
    title: operation.summary ?? operation.operationId,
    where: `${api.title} · ${method.toUpperCase()} ${path}`,
    address: operationAddress(api, operation.tags?.[0] ?? "", method, path),
    text: `${operation.operationId} ${operation.description ?? ""}`.replace(/\s+/g, " ").slice(0, longestText),
  }));
}
