/**
 * The command lines that docs/guides show, made to run here: what a reader copies is what is tested. The pages' examples are for the
 * insurance API.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** How pages call the insurance API: guides by an address of nobody's, the handbook by that of the reader's own machine. */
const servers = /https:\/\/accord\.example\/insurance|http:\/\/127\.0\.0\.1:8080\/insurance/g;

const docs = join(import.meta.dirname, "../../docs");

export interface Target {
  readonly api: string;
  /** Where the API is served. */
  readonly baseUrl: string;
  /** Where the client is to be written. */
  readonly folder: string;
  /** Where a mock of the API is served, for lines that ask one. */
  readonly mockUrl?: string;
}

/** The arguments of the page's only line that begins with `start`. Throws an error when there is no such line. */
export function guideArguments(start: string, target: Target, page = "guides/clients.md"): string[] {
  const [, ...words] = guideLine(start, page).match(/"[^"]*"|\S+/g) ?? [];
  return words.map((word) => aimed(word.replace(/^"(.*)"$/, "$1"), target));
}

/** For a shell. */
export function guideCommand(start: string, target: Target, page: string): string {
  return aimed(guideLine(start, page), target);
}

function guideLine(start: string, page: string): string {
  const lines = readFileSync(join(docs, page), "utf8").split("\n");
  const [line, second] = lines.filter((text) => text.startsWith(`${start} `));
  if (line === undefined || second !== undefined) throw new Error(`docs/${page}: one line begins with ${start}`);
  return line;
}

/** The only file of the page whose first line is a comment with this name. Throws an error when there is no such file. */
export function guideFile(name: string, target: Target, page = "guides/clients.md"): string {
  const files = readFileSync(join(docs, page), "utf8").matchAll(/^```\w*\n\/\/ (\S+)\n(.*?)^```$/gms);
  const [text, second] = [...files].flatMap(([, title, content = ""]) => (title === name ? [content] : []));
  if (text === undefined || second !== undefined) throw new Error(`docs/${page}: one file is ${name}`);
  return aimed(text, target);
}

function aimed(text: string, { api, baseUrl, folder, mockUrl = "" }: Target): string {
  return text
    .replaceAll("http://127.0.0.1:8090", mockUrl)
    .split("insurance-client")
    .map((part) => part.replaceAll(servers, baseUrl).replaceAll("insurance", api))
    .join(folder);
}

/** The rows of the table of docs/guides/clients.md whose first column is this. Throws an error when there is no such table. */
export function guideTable(first: string): string[][] {
  const [, after] = readFileSync(join(docs, "guides/clients.md"), "utf8").split(`\n| ${first} |`);
  if (after === undefined) throw new Error(`docs/guides/clients.md: no table begins with ${first}`);
  const [rows = ""] = after.split("\n\n");
  const [, , ...lines] = rows.split("\n");
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * Where an API's story ends on a mock, as docs/handbook/contract-testing.md tells in a table: what the story says, or null where it
 * comes to its end. Throws an error when the table has no such API.
 */
export function endOnMock(api: string): string | null {
  const rows = readFileSync(join(docs, "handbook/contract-testing.md"), "utf8").matchAll(
    /^\| (\w+) \| (?:to its end|to `([^`]+)`) \|/gm,
  );
  const row = [...rows].find(([, name]) => name === api);
  if (row === undefined) throw new Error(`docs/handbook/contract-testing.md has no row of ${api} on a mock`);
  return row[2] ?? null;
}
