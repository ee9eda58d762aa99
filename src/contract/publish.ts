/**
 * Publishes an API's document and the page that renders it: at the API's root, where every API has them, and as the
 * operations that its document marks `x-accord-published`.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { posix } from "node:path";
import type { Context } from "koa";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import type { WireAnswer } from "./answer.ts";
import type { Api } from "./api.ts";
import type { PublishedKind } from "./document.ts";
import {
  type PageLinks,
  pageHeaders,
  referencePage,
  type ScriptName,
  scriptNames,
  serveScript,
} from "./reference-page.ts";

export interface Publication {
  readonly api: Api;
  /** The document's bytes as generated. */
  readonly bytes: Buffer;
  /** Path prefix under which the API is mounted, without a slash at its end; empty at the server's root. */
  readonly mount: string;
  readonly proxies: TrustedProxies;
}

const atRoot: ReadonlyMap<string, PublishedKind> = new Map([
  ["/openapi.json", "document"],
  ["/docs", "page"],
]);

const serverUrl = /("servers":\s*\[\s*\{\s*"url":\s*")([^"]*)(")/;

export class Publisher {
  /** What is served beside the operations, by its path below the mount. */
  readonly #beside = new Map<string, PublishedKind | ScriptName>(atRoot);
  readonly #pages = new Map<string, Buffer>();
  readonly #before: string;
  readonly #after: string;
  readonly #publication: Publication;
  /** Rendered documents by base address; callers choose the Host header, so only a few are kept. */
  readonly #rendered = new Map<string, { body: Buffer; etag: string }>();

  /** Throws an error when the document names no server. */
  constructor(publication: Publication) {
    const { api, bytes } = publication;
    const text = bytes.toString("utf8");
    const match = serverUrl.exec(text);
    if (match === null) throw new Error(`${api.document.info.title}: the document names no server`);
    const at = match.index + (match[1] ?? "").length;
    this.#before = text.slice(0, at);
    this.#after = text.slice(at + (match[2] ?? "").length);
    this.#publication = publication;

    const places = new Map(atRoot);
    for (const { path, published } of api.operations) if (published !== null) places.set(path, published);
    const documents = [...places].flatMap(([path, kind]) => (kind === "document" ? [path] : []));
    for (const [path, kind] of places) {
      if (kind !== "page") continue;
      this.#pages.set(path, Buffer.from(referencePage(api.document.info.title, linksOf(path, documents))));
      for (const script of scriptNames) this.#beside.set(`${path}/${script}`, script);
    }
    for (const { path } of api.operations) this.#beside.delete(path);
  }

  /** Whether `serve` is to answer requests for this path below the mount: no operation of the document does. */
  serves(path: string): boolean {
    return this.#beside.has(path);
  }

  /** Answers a request for a path that `serves` has said yes to. */
  async serve(context: Context, path: string): Promise<void> {
    if (context.method !== "GET" && context.method !== "HEAD") {
      context.status = 405;
      context.set("Allow", "GET, HEAD");
      return;
    }
    const kind = this.#beside.get(path);
    if (kind === "reference.js" || kind === "start.js") return await serveScript(context, kind);
    if (kind === undefined) return;
    const { status, type, payload, headers } = this.answer(kind, path, context.req);
    context.status = status;
    context.set(headers);
    if (type !== null) context.type = type;
    context.body = payload;
  }

  /** The document as this caller is to read it, or the page at this path below the mount. */
  answer(kind: PublishedKind, path: string, incoming: IncomingMessage): WireAnswer {
    if (kind === "document") return this.#document(incoming);
    return { status: 200, type: "text/html", payload: this.#pages.get(path) ?? null, headers: pageHeaders };
  }

  #document(incoming: IncomingMessage): WireAnswer {
    const { mount, proxies } = this.#publication;
    const { body, etag } = this.#render(`${originOf(incoming, proxies) ?? ""}${mount}`);
    const headers = { ETag: etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" };
    if (isFresh(incoming, etag)) return { status: 304, type: null, payload: null, headers };
    return { status: 200, type: "application/json", payload: body, headers };
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

/** The page's own scripts lie below it; of the documents it shows the nearest. */
function linksOf(page: string, documents: readonly string[]): PageLinks {
  const from = posix.dirname(page);
  const [nearest = ""] = documents.map((path) => posix.relative(from, path)).sort((a, b) => a.length - b.length);
  const script = (name: ScriptName) => posix.relative(from, `${page}/${name}`);
  return { document: nearest, scripts: { "reference.js": script("reference.js"), "start.js": script("start.js") } };
}

/**
 * Whether the caller has this version already (RFC 9110, 13.1.2). One that also sends `no-cache`, as browsers do when
 * they are told to reload, wants it all the same.
 */
function isFresh({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined || /\bno-cache\b/.test(headers["cache-control"] ?? "")) return false;
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
