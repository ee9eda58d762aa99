/**
 * The page that renders a document, and what it loads. Nothing comes from elsewhere: the renderer (Scalar) is in
 * node_modules, and the page's policy allows no other source.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { escapeHtml } from "#src/http/html.ts";

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

export function referencePage(title: string, links: PageLinks): string {
  const document = escapeHtml(links.document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document itself is at <a href="${document}">openapi.json</a>.</noscript>
<div id="reference" data-document="${document}"></div>
<script src="${escapeHtml(links.scripts["reference.js"])}"></script>
<script src="${escapeHtml(links.scripts["start.js"])}"></script>
</body>
</html>
`;
}

const start = `Scalar.createApiReference("#reference", {
  url: new URL(document.querySelector("#reference").dataset.document, location.href).href,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  persistAuth: false,
});
`;

export const scriptNames = ["reference.js", "start.js"] as const;
export type ScriptName = (typeof scriptNames)[number];

interface Script {
  readonly plain: () => Buffer;
  encoded?: Promise<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }>;
}

const scripts: Readonly<Record<ScriptName, Script>> = {
  "reference.js": { plain: readReference },
  "start.js": { plain: () => Buffer.from(start) },
};

function readReference(): Buffer {
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return readFileSync(join(dirname(entry), "browser", "standalone.js"));
}

/** Answers with a script, compressed as the caller likes it. */
export async function serveScript(context: Context, name: ScriptName): Promise<void> {
  const script = scripts[name];
  script.encoded ??= encode(script.plain());
  const encoded = await script.encoded;
  context.set({ ETag: encoded.etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" });
  context.status = 200;
  if (context.fresh) {
    context.status = 304;
    return;
  }
  const encoding = context.acceptsEncodings("br", "gzip", "identity");
  context.type = "text/javascript";
  if (encoding === "br" || encoding === "gzip") context.set("Content-Encoding", encoding);
  context.body = encoding === "br" ? encoded.br : encoding === "gzip" ? encoded.gzip : encoded.plain;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function encode(plain: Buffer): Promise<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }> {
  const [br, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    toGzip(plain),
  ]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { etag, plain, br, gzip: zipped };
}
