/** The page at the server's root: what each API does, its operations, and where its reference and document are. */
import { createHash } from "node:crypto";
import type { Middleware } from "koa";
import { type OpenApiDocument, operationsOf } from "#src/contract/document.ts";
import { escapeHtml } from "#src/http/html.ts";
import type { Mounted } from "./mounted.ts";

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #3a424d); --soft: light-dark(#56606d, #9ba6b3);
  --card: light-dark(#fff, #1b2027); --link: light-dark(#0b57c2, #82b4ff); font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 54rem; margin: 0 auto; padding: 2rem 1rem 3rem; background: light-dark(#f5f7f9, #12161b); }
h1 { margin: 0; }
h2 { margin: 0; font-size: 1.25rem; }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
p { margin: .25rem 0 .75rem; }
a { color: var(--link); }
code { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
nav { display: flex; align-items: baseline; flex-wrap: wrap; gap: .25rem 1.25rem; }
article { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); }
details { margin-top: .75rem; border-top: 1px solid var(--line); padding-top: .5rem; }
summary { cursor: pointer; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: 4rem 1fr; padding: .25rem 0; }
li span { grid-column: 2; }
.method { font-weight: 600; }
.soft, li span { color: var(--soft); }
`;

const headers = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
};

/** Rendered when it is first asked for. */
export function landingPage(apis: readonly Mounted[]): Middleware {
  let page: string | null = null;
  return (context) => {
    page ??= render(apis);
    context.set(headers);
    context.type = "text/html";
    context.body = page;
  };
}

/** All links are relative, so that they hold behind any proxy. */
function render(apis: readonly Mounted[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Accord</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>Accord</h1>
<p>${apis.length === 1 ? "One HTTP API" : `${apis.length} HTTP APIs`}, exactly as the OpenAPI documents say: what a
request may hold, what comes back, and what can go wrong. Open a reference to try requests in the browser.</p>
<nav><a href="healthz">Is the server alive?</a><a href="readyz">Is it ready?</a></nav>
</header>
<main>
${apis.map(article).join("\n")}
</main>
<footer class="soft">
<p>The first start makes demo tenants; their keys are in <code>.accord/demo.json</code>. The repository has guides, a tour
of each API among them, in <code>docs/guides/</code>; <code>docs/guides/running-in-production.md</code> says how to run a
server for others.</p>
</footer>
</body>
</html>
`;
}

function article({ api: { document }, title, mount }: Mounted): string {
  const { summary = "", description = "" } = document.info;
  const [introduction = ""] = description.split(/\n\s*\n/);
  const base = escapeHtml(mount.slice(1));
  const operations = [...operationsOf(document)];
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(summary)}</p>
<p class="soft">${escapeHtml(introduction)}</p>
<nav><a href="${base}/docs">Reference</a><a href="${base}/openapi.json">OpenAPI document</a><a href="${base}/openapi.clients.json">The same for client generators</a><code>${escapeHtml(mount)}</code></nav>
<details>
<summary>${operations.length} operations</summary>
${[...byTag(document)].map(([tag, rows]) => section(document, tag, rows)).join("\n")}
</details>
</article>`;
}

type Row = ReturnType<typeof operationsOf> extends Generator<infer Operation> ? Operation : never;

/** In the order of the document's own list of tags; what has no tag comes last. */
function byTag(document: OpenApiDocument): Map<string, Row[]> {
  const groups = new Map<string, Row[]>((document.tags ?? []).map(({ name }) => [name, []]));
  for (const row of operationsOf(document)) {
    const [tag = "Other"] = row.operation.tags ?? [];
    const group = groups.get(tag);
    if (group === undefined) groups.set(tag, [row]);
    else group.push(row);
  }
  for (const [tag, rows] of groups) if (rows.length === 0) groups.delete(tag);
  return groups;
}

function section(document: OpenApiDocument, tag: string, rows: readonly Row[]): string {
  const { description = "" } = document.tags?.find(({ name }) => name === tag) ?? {};
  return `<h3>${escapeHtml(tag)}</h3>
<p class="soft">${escapeHtml(description)}</p>
<ul>
${rows.map(item).join("\n")}
</ul>`;
}

function item({ method, path, operation: { summary, operationId } }: Row): string {
  return `<li><code class="method">${method.toUpperCase()}</code><code>${escapeHtml(path)}</code>
<span>${escapeHtml(summary ?? operationId)}</span></li>`;
}
