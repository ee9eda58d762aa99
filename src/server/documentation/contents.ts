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

/** The guides are for those who use the APIs, the handbook for those who change Accord or run it. */
export interface Tree {
  readonly title: string;
  /** Its readers. */
  readonly about: string;
  /** Of the page that lists its pages. */
  readonly address: string;
  readonly sections: readonly Section[];
}

export function readPage(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

/** The pictures that pages show: SVG files of docs/. */
export function readPictures(): readonly string[] {
  return readdirSync(join(project, "docs")).filter((name) => name.endsWith(".svg"));
}

/** The two trees of docs/README.md: each row of their tables gives the pages that it links to. */
export function readContents(): readonly Tree[] {
  const [, ...trees] = readPage("docs/README.md").split(/^## /m);
  return trees.map((text) => {
    const [first = "", ...parts] = text.split(/^### /m);
    const [title = "", ...about] = first.split("\n");
    const address = `docs/${title.toLowerCase()}`;
    return { title, about: about.join(" ").trim(), address, sections: parts.map((part) => sectionOf(part, address)) };
  });
}

function sectionOf(part: string, tree: string): Section {
  const [title = ""] = part.split("\n", 1);
  const rows = [...part.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
  return { title, entries: rows.slice(2).flatMap((row) => entriesOf(row, tree)) };
}

function entriesOf([first = "", second = "", apis = "all"]: readonly string[], tree: string): Entry[] {
  const links = [...`${first} ${second}`.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)];
  return links.map(([, title = "", path = ""]) => {
    const file = posix.join("docs", path);
    return {
      title,
      file,
      address: addressOf(file, tree),
      about: first.includes("](") ? sentence(second.replaceAll("`", "")) : "",
      apis: apis === "all" ? [] : apis.split(", "),
    };
  });
}

function sentence(words: string): string {
  return words === "" ? "" : `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}

/** Guides have the addresses of their files. All pages of the handbook are below its own, and what is for both trees is at the root. */
function addressOf(file: string, tree: string): string {
  const path = file.replace(/\.md$/, "");
  if (tree === "docs/guides") return path.startsWith("docs/") ? path : path.toLowerCase();
  return `${tree}/${path.replace(/^docs\/(?:handbook\/)?/, "").toLowerCase()}`;
}

/** Where a page of the handbook was before it had an address of its own. */
export function formerAddress({ file }: Entry): string {
  const path = file.replace(/\.md$/, "").toLowerCase();
  return path.startsWith("docs/") ? path.replace(/^docs\/handbook\//, "docs/guides/") : `docs/${path}`;
}
