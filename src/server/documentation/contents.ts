/**
 * The pages of the documentation and their order: docs/README.md lists them, for readers of the repository and of the
 * server alike (test/docs/pages.test.ts holds that it lists all).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** Where the pages' files are: the project, which production images have without its tests. */
const project = join(import.meta.dirname, "..", "..", "..");

export interface Entry {
  readonly title: string;
  /** Below the project: `docs/guides/wallet.md`. */
  readonly file: string;
  /** Below the server's root, without a slash before it: `docs/guides/wallet`. */
  readonly address: string;
  /** The purpose of the page; empty where the list does not say. */
  readonly about: string;
  /** Titles of the APIs that it concerns; empty when it is for all. */
  readonly apis: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export function readPage(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

/** The pictures that pages show: SVG files of docs/. */
export function readPictures(): readonly string[] {
  return readdirSync(join(project, "docs")).filter((name) => name.endsWith(".svg"));
}

/** The sections of docs/README.md: each row of their tables gives the pages that it links to. */
export function readContents(): readonly Section[] {
  const [, ...sections] = readPage("docs/README.md").split(/^## /m);
  return sections.map((section) => {
    const [title = ""] = section.split("\n", 1);
    const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
    return { title, entries: rows.slice(2).flatMap(entriesOf) };
  });
}

function entriesOf([first = "", second = "", apis = "all"]: readonly string[]): Entry[] {
  const links = [...`${first} ${second}`.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)];
  return links.map(([, title = "", path = ""]) => {
    const file = posix.join("docs", path);
    return {
      title,
      file,
      address: addressOf(file),
      about: links.length === 1 ? sentence(second.replaceAll("`", "")) : "",
      apis: apis === "all" ? [] : apis.split(", "),
    };
  });
}

function sentence(words: string): string {
  return words === "" ? "" : `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}

/** Addresses are the files' own, so that links from page to page hold in both places. Pages from outside `docs/` are served there too. */
function addressOf(file: string): string {
  const path = file.replace(/\.md$/, "");
  return path.startsWith("docs/") ? path : `docs/${path.toLowerCase()}`;
}
