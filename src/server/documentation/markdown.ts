/** Renders pages from Markdown to HTML: headings with anchors, highlighted code, and links that work on the server. */
import { posix } from "node:path";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "#src/http/html.ts";

const languages = { sh: bash, bash, go, java, js: javascript, json, php, python, sql, ts: typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** A section of a page: from one heading to the next. */
export interface Part {
  readonly title: string;
  /** Empty for the title of the page. */
  readonly anchor: string;
  readonly depth: number;
  /** Its text without code, for the search. */
  readonly text: string;
}

/**
 * Resolves a link: to an address relative to the page, to the URL of another site, or to null for files that the server does not show,
 * such as source code.
 */
export type LinkTarget = (href: string) => string | null;

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The titles of tabs by language. Consecutive code blocks in these languages become tabs. */
const tabTitles: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  js: "JavaScript",
  python: "Python",
  go: "Go",
  java: "Java",
  php: "PHP",
};

/** The same example in several languages, of which the reader chooses one (assets/site.js). */
interface Tabs {
  readonly type: "tabs";
  readonly raw: string;
  readonly blocks: readonly Tokens.Code[];
}

/** Renders a page. HTML in it is escaped: pages are Markdown only. */
export function renderMarkdown(text: string, target: LinkTarget): string {
  const marked = new Marked({
    extensions: [
      {
        name: "tabs",
        renderer(token) {
          const blocks = (token as unknown as Tabs).blocks.map(
            (block) => `<p class="language">${tabTitles[block.lang ?? ""]}</p>\n${this.parser.parse([block])}`,
          );
          return `<div class="tabs">\n${blocks.join("")}</div>\n`;
        },
      },
    ],
    renderer: {
      html: ({ text: html }) => escapeHtml(html),
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const anchor = escapeHtml(anchorOf(plain(tokens)));
        return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${inner}</a></h${depth}>\n`;
      },
      code({ text: code, lang = "" }) {
        const known = hljs.getLanguage(lang) !== undefined;
        const inner = known ? hljs.highlight(code, { language: lang }).value : escapeHtml(code);
        const label = lang === "text" ? "Output" : "Code";
        return `<pre tabindex="0" role="group" aria-label="${label}" data-language="${escapeHtml(lang)}"><code>${inner}</code></pre>\n`;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => inCell(cell.text === "" ? "td" : tag, this.parser.parseInline(cell.tokens))).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>
<thead>${row(token.header, "th")}</thead>
<tbody>${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = target(href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      image: ({ href, text: words }) => `<img src="${escapeHtml(target(href) ?? href)}" alt="${escapeHtml(words)}">`,
    },
  });
  return marked.parser(withTabs(marked.lexer(text)));
}

function inCell(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`;
}

/** Joins consecutive code blocks of different languages into one token. */
function withTabs(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  let blocks: Tokens.Code[] = [];
  const end = () => {
    if (blocks.length > 1) grouped.push({ type: "tabs", raw: "", blocks } satisfies Tabs as unknown as Token);
    else grouped.push(...blocks);
    blocks = [];
  };
  for (const token of tokens) {
    const { lang = "" } = token as Tokens.Code;
    const isTab = token.type === "code" && Object.hasOwn(tabTitles, lang);
    if (isTab && blocks.some((block) => block.lang === lang)) end();
    if (isTab) blocks.push(token as Tokens.Code);
    else if (token.type !== "space") end();
    if (!isTab && (token.type !== "space" || blocks.length === 0)) grouped.push(token);
  }
  end();
  return grouped;
}

/** The sections of a page, in order. The first is the title with the text below it. */
export function partsOf(text: string): Part[] {
  const parts: { title: string; anchor: string; depth: number; text: string }[] = [];
  for (const token of new Marked().lexer(text)) {
    if (token.type === "heading") {
      const { tokens, depth } = token as Tokens.Heading;
      const title = plain(tokens);
      parts.push({ title, anchor: depth === 1 ? "" : anchorOf(title), depth, text: "" });
    } else {
      const last = parts.at(-1);
      if (last !== undefined) last.text = `${last.text} ${plain([token])}`.replace(/\s+/g, " ").trim();
    }
  }
  return parts;
}

/** The plain text of Markdown, without code blocks, whose lines nobody searches for. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "code") return "";
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((cells) => cells.map((cell) => plain(cell.tokens)).join(" ")).join(" ");
      }
      if (token.type === "list") return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(" ");
      if ("tokens" in token && token.tokens !== undefined) return plain(token.tokens);
      return "text" in token && typeof token.text === "string" ? token.text : token.type === "space" ? " " : "";
    })
    .join("");
}

/** The path below the project folder that a relative link in a file leads to. */
export function linkedFile(from: string, href: string): string {
  return posix.join(posix.dirname(from), href);
}
