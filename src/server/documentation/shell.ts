/** The frame of all HTML pages: the bar with the search, and the list of pages. */
import { escapeHtml } from "#src/http/html.ts";
import type { Mounted } from "../mounted.ts";
import { referenceAddress, relativeAddress } from "./addresses.ts";
import type { Entry, Tree } from "./contents.ts";

/** The page that lists all guides: its path below the server's root. */
export const overviewAddress = "docs/guides";
/** The files that every page loads: their paths below the server's root. */
export const assetAddresses = {
  style: "docs/assets/site.css",
  theme: "docs/assets/theme.js",
  script: "docs/assets/site.js",
  finder: "docs/assets/search.js",
  library: "docs/assets/minisearch.js",
  index: "docs/assets/search.json",
} as const;

/** The content security policy: scripts and styles only from this server, and none inline. */
export const pageHeaders = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
} as const;

export interface Page {
  /** Path below the server's root. */
  readonly address: string;
  readonly title: string;
  readonly body: string;
}

/** Longer lists are folded, except while one of their pages is shown. */
const longestOpenList = 16;

/** Renders the frame of pages. */
export class Shell {
  readonly #apis: readonly Mounted[];
  readonly #trees: readonly Tree[];

  constructor(apis: readonly Mounted[], trees: readonly Tree[]) {
    this.#apis = apis;
    this.#trees = trees;
  }

  page({ address, title, body }: Page): string {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${this.head(address)}
</head>
<body class="page">
${this.bar(address, "content")}
${body}
</body>
</html>
`;
  }

  head(page: string): string {
    const { style, theme, script } = assetAddresses;
    const at = (address: string) => escapeHtml(relativeAddress(page, address));
    return `<link rel="stylesheet" href="${at(style)}">
<script src="${at(theme)}"></script>
<script src="${at(script)}" defer data-root="${at("")}"></script>`;
  }

  /** The bar of a page. `content` is the id that the skip link leads to. */
  bar(page: string, content: string): string {
    const at = (address: string) => escapeHtml(relativeAddress(page, address));
    const current = (address: string) => (address === page ? ' aria-current="page"' : "");
    const references = this.#apis.map((api) => {
      const address = referenceAddress(api);
      return `<li><a href="${at(address)}"${current(address)}>${escapeHtml(api.title)}</a></li>`;
    });
    const trees = this.#trees.map(
      ({ title, address }) => `<a href="${at(address)}"${current(address)}>${escapeHtml(title)}</a>`,
    );
    return `<a class="skip" href="#${content}">Skip to the content</a>
<header class="bar">
<a class="brand" href="${at("")}">Accord</a>
<nav aria-label="Site">${trees.join("\n")}
<details class="menu"><summary>Reference</summary><ul>${references.join("")}</ul></details></nav>
<search class="search">
<input type="search" id="search" role="combobox" aria-label="Search guides and operations" aria-expanded="false"
 aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" maxlength="100" placeholder="Search">
<kbd aria-hidden="true">/</kbd>
<div id="found" role="listbox" aria-label="Found" hidden></div>
<p class="aside" id="searched" role="status"></p>
</search>
<button type="button" class="theme" aria-label="Dark mode" aria-pressed="false"></button>
</header>`;
  }

  /** The list of a tree's pages; `page` is the current one. */
  pages(page: string, { title: name, sections }: Tree): string {
    const item = ({ address, title }: Entry) => {
      const current = address === page ? ' aria-current="page"' : "";
      return `<li><a href="${escapeHtml(relativeAddress(page, address))}"${current}>${escapeHtml(title)}</a></li>`;
    };
    const lists = sections.map(({ title, entries }) => {
      const list = `<ul>${entries.map(item).join("\n")}</ul>`;
      const open = entries.length <= longestOpenList || entries.some(({ address }) => address === page);
      return `<details${open ? " open" : ""}><summary>${escapeHtml(title)}</summary>${list}</details>`;
    });
    return `<nav class="pages" aria-label="All pages"><details><summary>${escapeHtml(name)}</summary>${lists.join("\n")}</details></nav>`;
  }
}
