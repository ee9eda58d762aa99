/** The page at the server's root: for each API its purpose, its operations, its guides, and links to its reference and document. */
import { type OpenApiDocument, operationsOf } from "#src/contract/document.ts";
import { escapeHtml } from "#src/http/html.ts";
import { hasConsole } from "./console.ts";
import { operationAddress, referenceAddress } from "./documentation/addresses.ts";
import type { Section } from "./documentation/contents.ts";
import { overviewAddress, type Shell } from "./documentation/shell.ts";
import type { Mounted } from "./mounted.ts";

/** Renders the page. All links are relative, so that they work behind any proxy. */
export function renderLanding(apis: readonly Mounted[], shell: Shell, sections: readonly Section[]): string {
  const body = `<main id="content" class="landing" tabindex="-1">
<h1>Accord</h1>
<p>${apis.length === 1 ? "One HTTP API" : `${apis.length} HTTP APIs`}, exactly as the OpenAPI documents say: what a
request may hold, what comes back, and what can go wrong. Open a reference to try requests in the browser.</p>
<nav aria-label="Server">${hasConsole(apis) ? '<a href="console">Console</a>' : ""}<a href="${overviewAddress}">Guides</a><a href="healthz">Is the server alive?</a><a href="readyz">Is it ready?</a></nav>
${hasConsole(apis) ? '<p class="signed-in" hidden>You are signed in. <a href="console">What happened in the last hour</a></p>' : ""}
${apis.map((api) => article(api, sections)).join("\n")}
<p class="soft">The first start makes demo tenants; their keys are in <code>.accord/demo.json</code>.</p>
</main>`;
  return shell.page({ address: "", title: "Accord", body });
}

function article(mounted: Mounted, sections: readonly Section[]): string {
  const { title, mount } = mounted;
  const { document } = mounted.api;
  const { summary = "", description = "" } = document.info;
  const [introduction = ""] = description.split(/\n\s*\n/);
  const published = `${mount}/openapi.json`.slice(1);
  const forClients = `${mount}/openapi.clients.json`.slice(1);
  const guides = sections
    .flatMap(({ entries }) => entries)
    .filter(({ apis }) => apis.includes(title))
    .map((entry) => `<a href="${escapeHtml(entry.address)}">${escapeHtml(entry.title)}</a>`);
  const operations = [...operationsOf(document)];
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(summary)}</p>
<p class="soft">${escapeHtml(introduction)}</p>
<nav aria-label="${escapeHtml(title)}"><a href="${escapeHtml(referenceAddress(mounted))}">Reference</a>
<a href="${escapeHtml(published)}">OpenAPI document</a>
<a href="${escapeHtml(published.replace(/json$/, "yaml"))}">As YAML</a>
<a href="${escapeHtml(forClients)}">The same for client generators</a><code>${escapeHtml(mount)}</code></nav>
${guides.length === 0 ? "" : `<p class="guides">Guides: ${guides.join(", ")}</p>`}
<details>
<summary>${operations.length} operations</summary>
${[...byTag(document)].map(([tag, rows]) => section(mounted, tag, rows)).join("\n")}
</details>
</article>`;
}

type Row = ReturnType<typeof operationsOf> extends Generator<infer Operation> ? Operation : never;

/** Groups operations by tag, in the order of the document's list of tags. Operations without a tag come last. */
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

function section(mounted: Mounted, tag: string, rows: readonly Row[]): string {
  const { description = "" } = mounted.api.document.tags?.find(({ name }) => name === tag) ?? {};
  return `<h3>${escapeHtml(tag)}</h3>
<p class="soft">${escapeHtml(description)}</p>
<ul>
${rows.map((row) => item(mounted, tag, row)).join("\n")}
</ul>`;
}

function item(mounted: Mounted, tag: string, { method, path, operation: { summary, operationId } }: Row): string {
  const address = escapeHtml(operationAddress(mounted, tag, method, path));
  return `<li><code class="method">${method.toUpperCase()}</code><code>${escapeHtml(path)}</code>
<a href="${address}">${escapeHtml(summary ?? operationId)}</a></li>`;
}
