/**
 * Serves an API's document and the page that renders it. Nothing is loaded from elsewhere: the renderer (Scalar) comes
 * from node_modules, and the page's policy allows no other source.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";

export interface Publication {
  /** The document's bytes as generated. */
  readonly bytes: Buffer;
  readonly title: string;
  /** Path prefix under which the API is mounted, without a slash at its end; empty at the server's root. */
  readonly mount: string;
  readonly proxies: TrustedProxies;
}

/** Where an API's document, its page and what the page loads are, below each of its bases. */
export const publishedPaths = ["/openapi.json", "/docs", "/docs/reference.js", "/docs/start.js"] as const;
export type PublishedPath = (typeof publishedPaths)[number];

const serverUrl = /("servers":\s*\[\s*\{\s*"url":\s*")([^"]*)(")/;

export class Publisher {
  readonly #before: string;
  readonly #after: string;
  readonly #publication: Publication;
  readonly #page: Buffer;
  /** Rendered documents by base address; callers choose the Host header, so only a few are kept. */
  readonly #rendered = new Map<string, { body: Buffer; etag: string }>();

  constructor(publication: Publication) {
    const text = publication.bytes.toString("utf8");
    const match = serverUrl.exec(text);
    if (match === null) throw new Error(`${publication.title}: the document names no server`);
    const at = match.index + (match[1] ?? "").length;
    this.#before = text.slice(0, at);
    this.#after = text.slice(at + (match[2] ?? "").length);
    this.#publication = publication;
    this.#page = Buffer.from(referencePage(publication.title));
  }

  /** Answers one of `publishedPaths`. */
  async serve(context: Context, path: PublishedPath): Promise<void> {
    switch (path) {
      case "/openapi.json":
        return this.#document(context);
      case "/docs":
        return page(context, this.#page);
      case "/docs/reference.js":
        return await asset(context, referenceScript);
      case "/docs/start.js":
        return await asset(context, startScript);
    }
  }

  #document(context: Context): void {
    if (!readOnly(context)) return;
    const { mount, proxies } = this.#publication;
    const base = `${originOf(context.req, proxies) ?? ""}${mount}`;
    const { body, etag } = this.#render(base);
    context.set({ ETag: etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" });
    context.status = 200;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    context.type = "application/json";
    context.body = body;
  }

  #render(base: string): { body: Buffer; etag: string } {
    let rendered = this.#rendered.get(base);
    if (rendered === undefined) {
      const body = Buffer.from(this.#before + JSON.stringify(base).slice(1, -1) + this.#after);
      rendered = { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
      if (this.#rendered.size >= 16) this.#rendered.clear();
      this.#rendered.set(base, rendered);
    }
    return rendered;
  }
}

function readOnly(context: Context): boolean {
  if (context.method === "GET" || context.method === "HEAD") return true;
  context.status = 405;
  context.set("Allow", "GET, HEAD");
  return false;
}

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

function page(context: Context, html: Buffer): void {
  if (!readOnly(context)) return;
  context.set({
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
  });
  context.type = "text/html";
  context.body = html;
}

/** Addresses are relative to `/docs`, so the page works under any mount and behind any proxy. */
function referencePage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const start = `Scalar.createApiReference("#reference", {
  url: new URL("openapi.json", location.href).href,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  persistAuth: false,
});
`;

interface Asset {
  readonly plain: () => Buffer;
  encoded?: Promise<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }>;
}

const referenceScript: Asset = { plain: readReference };
const startScript: Asset = { plain: () => Buffer.from(start) };

function readReference(): Buffer {
  const entry = createRequire(import.meta.url).resolve("@scalar/api-reference");
  return readFileSync(join(dirname(entry), "browser", "standalone.js"));
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function asset(context: Context, script: Asset): Promise<void> {
  if (!readOnly(context)) return;
  script.encoded ??= encodeAsset(script.plain());
  const encoded = await script.encoded;
  context.set({ ETag: encoded.etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" });
  context.set("X-Content-Type-Options", "nosniff");
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

async function encodeAsset(plain: Buffer): Promise<{ etag: string; plain: Buffer; br: Buffer; gzip: Buffer }> {
  const [br, zipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    toGzip(plain),
  ]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { etag, plain, br, gzip: zipped };
}
