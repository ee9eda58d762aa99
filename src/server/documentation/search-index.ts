/** The search index: the sections of every page, and the operations of every API. */
import { setImmediate } from "node:timers/promises";
import { operationsOf } from "#src/contract/document.ts";
import type { Mounted } from "../mounted.ts";
import { operationAddress } from "./addresses.ts";
import { type Entry, readPage, type Tree } from "./contents.ts";
import { partsOf } from "./markdown.ts";
import { overviewAddress } from "./shell.ts";

/** An entry of the search index. The browser reads it by these names (assets/site.js). */
export interface Findable {
  readonly title: string;
  /** The title of the page, or the API with the operation's method and path. */
  readonly where: string;
  /** Path below the server's root. */
  readonly address: string;
  /** The operationId of an operation. */
  readonly name?: string;
  readonly text: string;
  /** The weight in the ranking: guides before the handbook, and decisions last. */
  readonly weight: number;
}

/** Longest text of an entry (characters). The beginning of a section says what it is about. */
const longestText = 1_500;

/** Builds the index. Pauses after each page, so that other requests do not wait. */
export async function searchIndex(trees: readonly Tree[], apis: readonly Mounted[]): Promise<Findable[]> {
  const index = apis.flatMap(operationsIn);
  for (const { address, sections } of trees)
    for (const { title, entries } of sections) {
      const weight = address === overviewAddress ? 2 : title === "Decisions" ? 0.5 : 1;
      for (const entry of entries) {
        index.push(...partsIn(entry, entry.file === "CHANGELOG.md" ? 0.3 : weight));
        await setImmediate();
      }
    }
  return index;
}

function partsIn({ file, title, address }: Entry, weight: number): Findable[] {
  return partsOf(readPage(file)).map((part) => ({
    title: part.anchor === "" ? title : part.title,
    where: part.anchor === "" ? "" : title,
    address: part.anchor === "" ? address : `${address}#${part.anchor}`,
    text: part.text.slice(0, longestText),
    // A page ranks before its sections.
    weight: part.anchor === "" ? weight * 1.5 : weight,
  }));
}

function operationsIn(api: Mounted): Findable[] {
  return [...operationsOf(api.api.document)].map(({ method, path, operation }) => ({
    title: operation.summary ?? operation.operationId,
    name: operation.operationId,
    where: `${api.title} · ${method.toUpperCase()} ${path}`,
    address: operationAddress(api, operation.tags?.[0] ?? "", method, path),
    text: (operation.description ?? "").replace(/\s+/g, " ").slice(0, longestText),
    weight: 1.5,
  }));
}
