/**
 * The pages of the documentation and their order, from the lists in docs/README.md. The repository and the server show the same lists
 * (test/docs/pages.test.ts checks that they are complete).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The project's folder, which has the files of the pages, in production images too. */
const project = join(import.meta.dirname, "..", "..", "..");

export interface Entry {
  readonly title: string;
  /** Path below the project folder, such as `docs/guides/wallet.md`. */
  readonly file: string;
  /** Path below the server's root, without a leading slash, such as `docs/guides/wallet`. */
  readonly address: string;
  /** The purpose of the page; empty when the list does not give one. */
  readonly about: string;
  /** Titles of the APIs that the page concerns; empty when it concerns all. */
  readonly apis: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** A tree of pages: the guides, for users of the APIs, or the handbook, for developers and operators of Accord. */
export interface Tree {
  readonly title: string;
  /** The readers that it is for. */
  readonly about: string;
  /** The address of the page that lists its pages. */
  readonly address: string;
  readonly sections: readonly Section[];
}

/** The Markdown text of a page. */
export function readPage(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

/** The SVG files of docs/, which pages show as pictures. */
export function readPictures(): readonly string[] {
  return readdirSync(join(project, "docs")).filter((name) => name.endsWith(".svg"));
}

/** Reads the two trees from docs/README.md. Each row of its tables lists the pages that it links to. */
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

/** The address of a page. Guides have the paths of their files. Handbook pages are below the handbook's address. Other pages are at the root. */
function addressOf(file: string, tree: string): string {
  const path = file.replace(/\.md$/, "");
  if (tree === "docs/guides") return path.startsWith("docs/") ? path : path.toLowerCase();
  return `${tree}/${path.replace(/^docs\/(?:handbook\/)?/, "").toLowerCase()}`;
}

/** The previous address of a handbook page, which is redirected. */
export function formerAddress({ file }: Entry): string {
  const path = file.replace(/\.md$/, "").toLowerCase();
  return path.startsWith("docs/") ? path.replace(/^docs\/handbook\//, "docs/guides/") : `docs/${path}`;
}
