/**
 * The reference page, which renders a document, and its scripts. Everything comes from this server: the renderer (Scalar) is in
 * node_modules, and the page's Content-Security-Policy allows no other source.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { escapeHtml } from "#src/http/html.ts";
import { StaticContent } from "#src/http/static-content.ts";

/** Scalar sets styles from script, so inline styles are allowed. Scripts are only allowed from this server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The headers of the page. */
export const pageHeaders = {
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

export interface PageLinks {
  /** The address of the document, relative to the page, so that it works under any mount and behind any proxy. So are the scripts'. */
  readonly document: string;
  readonly scripts: Readonly<Record<ScriptName, string>>;
}

/** The frame that a server with more pages puts around the reference: HTML for the head, and for the top of the body. */
export interface PageFrame {
  readonly head: string;
  /** Its skip links lead to the id `reference`. The CSS variable `--bar` gives its height. */
  readonly top: string;
}

/** Renders the page. */
export function referencePage(title: string, links: PageLinks, frame?: PageFrame): string {
  const document = escapeHtml(links.document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${frame?.head ?? ""}
</head>
<body>
${frame?.top ?? ""}
<noscript>This page needs JavaScript. The document itself is at <a href="${document}">openapi.json</a>.</noscript>
<div id="reference" tabindex="-1" data-document="${document}"${frame === undefined ? "" : " data-framed"}></div>
<script src="${escapeHtml(links.scripts["reference.js"])}"></script>
<script src="${escapeHtml(links.scripts["start.js"])}"></script>
</body>
</html>
`;
}

/** The file names of the scripts. */
export const scriptNames = ["reference.js", "start.js"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** The scripts by file name. */
export const scripts: Readonly<Record<ScriptName, StaticContent>> = {
  "reference.js": new StaticContent("text/javascript", readReference),
  "start.js": new StaticContent("text/javascript", () =>
    readFileSync(join(import.meta.dirname, "assets", "start-reference.js")),
  ),
};

function readReference(): Buffer {
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return readFileSync(join(dirname(entry), "browser", "standalone.js"));
}
