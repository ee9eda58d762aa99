/**
 * The pages beside the references: what docs/README.md lists, at addresses below `/docs` that are the files' own; the files
 * that all pages load; and the search over guides and operations. Each is rendered when it is first asked for, from the
 * files and documents that the server has: docs/decisions/pages-are-rendered-by-the-server.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageFrame } from "#src/contract/reference-page.ts";
import { escapeHtml } from "#src/http/html.ts";
import { StaticContent } from "#src/http/static-content.ts";
import { renderLanding } from "../landing.ts";
import type { Mounted } from "../mounted.ts";
import { referenceAddress, relativeAddress } from "./addresses.ts";
import { type Entry, readContents, readPage, readPictures, type Section } from "./contents.ts";
import { linkedFile, partsOf, renderMarkdown } from "./markdown.ts";
import { searchIndex } from "./search-index.ts";
import { assetAddresses, overviewAddress, pageHeaders, Shell } from "./shell.ts";

/** The address that guides give for a server on the reader's own machine. */
const ownMachine = /^http:\/\/127\.0\.0\.1:8080(?:\/([a-z]+))?/;

export class Documentation {
  /** By path, from the server's root. */
  readonly contents: ReadonlyMap<string, StaticContent>;
  readonly #apis: readonly Mounted[];
  readonly #sections: readonly Section[];
  readonly #addresses = new Map<string, string>();
  readonly #shell: Shell;

  constructor(apis: readonly Mounted[]) {
    this.#apis = apis;
    this.#shell = new Shell(apis);
    const all = readContents();
    this.#sections = all.map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => this.#concerns(entry)),
    }));
    this.#addresses.set("docs/README.md", overviewAddress);
    const contents = new Map<string, StaticContent>();
    for (const entry of all.flatMap(({ entries }) => entries)) {
      this.#addresses.set(entry.file, entry.address);
      contents.set(
        `/${entry.address}`,
        page(() => this.#guide(entry)),
      );
    }
    contents.set(
      `/${overviewAddress}`,
      page(() => this.#overview()),
    );
    contents.set(
      "/",
      page(() => renderLanding(apis, this.#shell, this.#sections)),
    );
    contents.set(`/${assetAddresses.style}`, asset("text/css", "site.css"));
    contents.set(`/${assetAddresses.theme}`, asset("text/javascript", "theme.js"));
    contents.set(`/${assetAddresses.script}`, asset("text/javascript", "site.js"));
    for (const name of readPictures())
      contents.set(`/docs/${name}`, new StaticContent("image/svg+xml", () => readPage(`docs/${name}`)));
    const shown = () => this.#sections.flatMap(({ entries }) => entries);
    contents.set(
      `/${assetAddresses.search}`,
      new StaticContent("application/json", async () => JSON.stringify(await searchIndex(shown(), apis))),
    );
    this.contents = contents;
  }

  /** The frame around the reference of an API. */
  frame(api: Mounted): PageFrame {
    const address = referenceAddress(api);
    return { head: this.#shell.head(address), top: this.#shell.bar(address, "reference") };
  }

  /** Whether a page says something about what this server has. */
  #concerns({ apis }: Entry): boolean {
    return apis.length === 0 || this.#apis.some(({ title }) => apis.includes(title));
  }

  #overview(): string {
    const sections = this.#sections.map(({ title, entries }) => {
      const items = entries.map(({ title: name, address, about }) => {
        const link = `<a href="${escapeHtml(relativeAddress(overviewAddress, address))}">${escapeHtml(name)}</a>`;
        return about === "" ? `<li>${link}</li>` : `<li>${link}<p>${escapeHtml(about)}</p></li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul class="cards">${items.join("\n")}</ul>`;
    });
    const main = `<h1>Guides</h1>
<p>How to use the APIs of this server, change them, and run it for others. Press <kbd>/</kbd> to search these pages and
every operation.</p>
${sections.join("\n")}`;
    return this.#shell.page({
      address: overviewAddress,
      title: "Guides · Accord",
      body: this.#columns(overviewAddress, main),
    });
  }

  #guide({ file, title, address, apis }: Entry): string {
    const text = readPage(file);
    const headings = partsOf(text).filter(({ depth }) => depth === 2);
    const links = headings.map(
      (part) => `<li><a href="#${escapeHtml(part.anchor)}">${escapeHtml(part.title)}</a></li>`,
    );
    const outline = `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${links.join("")}</ul></nav>`;
    const article = renderMarkdown(text, (href) => this.#target(file, address, href));
    const body = this.#columns(address, this.#references(address, apis) + article, links.length > 1 ? outline : "");
    return this.#shell.page({ address, title: `${title} · Accord`, body });
  }

  #columns(address: string, main: string, outline = ""): string {
    return `<div class="columns">
${this.#shell.pages(address, this.#sections)}
<main id="content" tabindex="-1">
${main}
</main>
${outline}
</div>`;
  }

  /** The references that a guide belongs to. */
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
      // The one API of a server may be at its root.
      const api = this.#apis.find(({ api: { name: apiName } }) => apiName === name);
      return api === undefined ? null : relativeAddress(page, `${api.mount}${href.slice(own.length)}`.slice(1));
    }
    if (/^https:/.test(href)) return href;
    const [path = "", anchor] = href.split("#", 2);
    const address = this.#addresses.get(linkedFile(file, path));
    if (address === undefined) return null;
    return relativeAddress(page, anchor === undefined ? address : `${address}#${anchor}`);
  }
}

function page(render: () => string): StaticContent {
  return new StaticContent("text/html", render, pageHeaders);
}

function asset(type: string, name: string): StaticContent {
  return new StaticContent(type, () => readFileSync(join(import.meta.dirname, "assets", name)));
}
