/**
 * The page that renders a document, and what it loads. Nothing comes from elsewhere: the renderer (Scalar) is in
 * node_modules, and the page's policy allows no other source.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { escapeHtml } from "#src/http/html.ts";
import { StaticContent } from "#src/http/static-content.ts";

/** Scalar sets styles from script, so inline styles stay allowed; scripts come from here only. */
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

export const pageHeaders = {
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
} as const;

export interface PageLinks {
  /** Relative to the page, so that it works under any mount and behind any proxy; the same holds for the scripts. */
  readonly document: string;
  readonly scripts: Readonly<Record<ScriptName, string>>;
}

/** The frame that a server with more than one page puts around the reference: HTML for the head, and for the top of the body. */
export interface PageFrame {
  readonly head: string;
  /** Its links skip to the id `reference`. Its height is the CSS variable `--bar`. */
  readonly top: string;
}

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

export const scriptNames = ["reference.js", "start.js"] as const;
export type ScriptName = (typeof scriptNames)[number];

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
