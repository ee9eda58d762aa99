/**
 * The command lines that docs/guides/clients.md shows, made to run here: what a reader copies is what is tested. The page's
 * examples are for the insurance API, on the server that `npm start` runs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const page = join(import.meta.dirname, "../../docs/guides/clients.md");

export interface Target {
  readonly api: string;
  /** Where the API is served. */
  readonly baseUrl: string;
  /** Where the client is to be written. */
  readonly folder: string;
}

/** The arguments of the page's only line that begins with `start`. Throws an error when there is no such line. */
export function guideArguments(start: string, { api, baseUrl, folder }: Target): string[] {
  const lines = readFileSync(page, "utf8").split("\n");
  const [line, second] = lines.filter((text) => text.startsWith(`${start} `));
  if (line === undefined || second !== undefined)
    throw new Error(`docs/guides/clients.md: one line begins with ${start}`);
  const [, ...words] = line.split(/\s+/);
  return words.map((word) =>
    word === "insurance-client"
      ? folder
      : word.replace("http://127.0.0.1:8080/insurance", baseUrl).replaceAll("insurance", api),
  );
}
