/**
 * Serves the documentation: the pages that docs/README.md lists, the files that all pages load, and the search index of pages and
 * operations. Each is rendered at its first request (docs/decisions/pages-are-rendered-by-the-server.md).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageFrame } from "#src/contract/reference-page.ts";
import { escapeHtml } from "#src/http/html.ts";
import { StaticContent } from "#src/http/static-content.ts";
import { renderLanding } from "../landing.ts";
import type { Mounted } from "../mounted.ts";
import { referenceAddress, relativeAddress } from "./addresses.ts";
import { type Entry, formerAddress, readContents, readPage, readPictures, type Tree } from "./contents.ts";
import { llmsText } from "./llms-text.ts";
import { anchorOf, linkedFile, partsOf, renderMarkdown } from "./markdown.ts";
import { searchIndex } from "./search-index.ts";
import { assetAddresses, pageHeaders, Shell } from "./shell.ts";

/** The URL of a local server, as guides write it. Links to it become links to this server. */
const ownMachine = /^http:\/\/127\.0\.0\.1:8080(?:\/([a-z]+))?/;

/** The pages of the documentation, for the APIs of this server. */
export class Documentation {
  /** Pages and files by their path from the server's root. */
  readonly contents: ReadonlyMap<string, StaticContent>;
  /** Redirects from previous addresses of pages, and from addresses with a trailing slash. The targets are relative. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly #apis: readonly Mounted[];
  readonly #trees: readonly Tree[];
  readonly #addresses = new Map<string, string>();
  readonly #shell: Shell;

  constructor(apis: readonly Mounted[]) {
    this.#apis = apis;
    const all = readContents();
    this.#trees = all.map((tree) => ({
      ...tree,
      sections: tree.sections.map(({ title, entries }) => ({
        title,
        entries: entries.filter((entry) => this.#concerns(entry)),
      })),
    }));
    this.#shell = new Shell(apis, this.#trees);
    const contents = new Map<string, StaticContent>();
    const redirects = new Map<string, string>();
    const addPage = (address: string, render: () => string) => {
      contents.set(`/${address}`, new StaticContent("text/html", render, pageHeaders));
      redirects.set(`/${address}/`, relativeAddress(`${address}/-`, address));
    };
    for (const tree of this.#trees) addPage(tree.address, () => this.#overview(tree));
    for (const [place, { sections }] of all.entries())
      for (const entry of sections.flatMap(({ entries }) => entries)) {
        const { address } = entry;
        this.#addresses.set(entry.file, address);
        addPage(address, () => this.#page(entry, this.#trees[place] as Tree));
        const former = formerAddress(entry);
        if (former !== address) redirects.set(`/${former}`, relativeAddress(former, address));
      }
    for (const mount of ["", ...apis.map((api) => api.mount)]) redirects.set(`${mount}/docs/`, "../docs");
    const [guides] = this.#trees;
    contents.set(
      "/",
      new StaticContent("text/html", () => renderLanding(apis, this.#shell, guides?.sections ?? []), pageHeaders),
    );
    contents.set("/llms.txt", new StaticContent("text/plain", () => llmsText(apis, this.#trees)));
    contents.set(`/${assetAddresses.style}`, asset("text/css", "site.css"));
    contents.set(`/${assetAddresses.theme}`, asset("text/javascript", "theme.js"));
    contents.set(`/${assetAddresses.script}`, asset("text/javascript", "site.js"));
    contents.set(`/${assetAddresses.finder}`, asset("text/javascript", "search.js"));
    contents.set(`/${assetAddresses.library}`, new StaticContent("text/javascript", readLibrary));
    for (const name of readPictures())
      contents.set(`/docs/${name}`, new StaticContent("image/svg+xml", () => readPage(`docs/${name}`)));
    contents.set(
      `/${assetAddresses.index}`,
      new StaticContent("application/json", async () => JSON.stringify(await searchIndex(this.#trees, apis))),
    );
    this.contents = contents;
    this.redirects = redirects;
  }

  /** The HTML around the reference of an API. */
  frame(api: Mounted): PageFrame {
    const address = referenceAddress(api);
    return { head: this.#shell.head(address), top: this.#shell.bar(address, "reference") };
  }

  /** Whether a page concerns an API of this server. */
  #concerns({ apis }: Entry): boolean {
    return apis.length === 0 || this.#apis.some(({ title }) => apis.includes(title));
  }

  #overview(tree: Tree): string {
    const { address: here, title } = tree;
    const sections = tree.sections.map(({ title: heading, entries }) => {
      const items = entries.map(({ title: name, address, about }) => {
        const link = `<a href="${escapeHtml(relativeAddress(here, address))}">${escapeHtml(name)}</a>`;
        return about === "" ? `<li>${link}</li>` : `<li>${link}<p>${escapeHtml(about)}</p></li>`;
      });
      return `<h2 id="${anchorOf(heading)}">${escapeHtml(heading)}</h2>\n<ul class="cards">${items.join("\n")}</ul>`;
    });
    const others = this.#trees
      .filter((other) => other !== tree)
      .map((other) => {
        const link = `<a href="${escapeHtml(relativeAddress(here, other.address))}">${escapeHtml(other.title)}</a>`;
        return `<p class="soft">${link}: ${escapeHtml(other.about)}</p>`;
      });
    const main = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(tree.about)} Press <kbd>/</kbd> to search all pages and every operation.</p>
${others.join("\n")}
${sections.join("\n")}`;
    return this.#shell.page({ address: here, title: `${title} · Accord`, body: this.#columns(here, tree, main) });
  }

  #page({ file, title, address, apis }: Entry, tree: Tree): string {
    const text = readPage(file);
    const headings = partsOf(text).filter(({ depth }) => depth === 2);
    const links = headings.map(
      (part) => `<li><a href="#${escapeHtml(part.anchor)}">${escapeHtml(part.title)}</a></li>`,
    );
    const outline = `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${links.join("")}</ul></nav>`;
    const article = renderMarkdown(text, (href) => this.#target(file, address, href));
    const body = this.#columns(
      address,
      tree,
      this.#references(address, apis) + article,
      links.length > 1 ? outline : "",
    );
    return this.#shell.page({ address, title: `${title} · Accord`, body });
  }

  #columns(address: string, tree: Tree, main: string, outline = ""): string {
    return `<div class="columns">
${this.#shell.pages(address, tree)}
<main id="content" tabindex="-1">
${main}
</main>
${outline}
</div>`;
  }

  /** Links to the references of a guide's APIs. */
  #references(page: string, titles: readonly string[]): string {
    const links = this.#apis
      .filter(({ title }) => titles.includes(title))
      .map((api) => {
        const address = relativeAddress(page, referenceAddress(api));
        return `<a href="${escapeHtml(address)}">${escapeHtml(api.title)} reference</a>`;
      });
    return links.length === 0 ? "" : `<p class="belongs">${links.join(" ")}</p>\n`;
  }

  #target(file: string, page: string, href: string): string | null {
    if (href.startsWith("#")) return href;
    const [own, name] = ownMachine.exec(href) ?? [];
    if (own !== undefined) {
      if (name === undefined) return relativeAddress(page, href.slice(own.length + 1));
      // A server with one API may have it at its root.
      const api = this.#apis.find(({ api: { name: apiName } }) => apiName === name);
      return api === undefined ? null : relativeAddress(page, `${api.mount}${href.slice(own.length)}`.slice(1));
    }
    if (/^https:/.test(href)) return href;
    const [path = "", anchor] = href.split("#", 2);
    const linked = linkedFile(file, path);
    if (linked.endsWith(".svg")) return relativeAddress(page, linked);
    const address = linked === "docs/README.md" ? this.#listOf(anchor) : this.#addresses.get(linked);
    if (address === undefined) return null;
    return relativeAddress(page, anchor === undefined ? address : `${address}#${anchor}`);
  }

  /** The page that lists the pages of a section. */
  #listOf(anchor = ""): string | undefined {
    const has = ({ sections }: Tree) => sections.some(({ title }) => anchorOf(title) === anchor);
    return (this.#trees.find(has) ?? this.#trees[0])?.address;
  }
}

/** The search library, as a module for browsers. */
function readLibrary(): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve("minisearch")));
}

function asset(type: string, name: string): StaticContent {
  return new StaticContent(type, () => readFileSync(join(import.meta.dirname, "assets", name)));
}
