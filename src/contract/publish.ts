/**
 * Publishes an API's document and the page that renders it: at the API's root, where every API has them, and as the
 * operations that its document marks `x-accord-published`.
 */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { posix } from "node:path";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import type { WireAnswer } from "./answer.ts";
import type { Api } from "./api.ts";
import type { OpenApiDocument, PublishedKind } from "./document.ts";
import { type PageLinks, pageHeaders, referencePage, type ScriptName, scriptNames } from "./reference-page.ts";

export interface Publication {
  readonly api: Api;
  /** Path prefix under which the API is mounted, without a slash at its end; empty at the server's root. */
  readonly mount: string;
  readonly proxies: TrustedProxies;
}

const atRoot: ReadonlyMap<string, PublishedKind> = new Map([
  ["/openapi.json", "document"],
  ["/docs", "page"],
]);

/** How many rendered documents are kept: callers choose the Host header, so their number has to be bounded. */
const maxRendered = 16;

export class Publisher {
  /** What is served beside the operations, by its path below the mount. */
  readonly beside: ReadonlyMap<string, PublishedKind | ScriptName>;
  readonly #pages = new Map<string, Buffer>();
  readonly #publication: Publication;
  /** The document's text before and after the address of its server. */
  #frame: readonly [before: string, after: string] | null = null;
  /** Rendered documents by that address. */
  readonly #rendered = new Map<string, { body: Buffer; etag: string }>();

  constructor(publication: Publication) {
    const { api } = publication;
    this.#publication = publication;
    const places = new Map(atRoot);
    for (const { path, published } of api.operations) if (published !== null) places.set(path, published);
    const documents = [...places].flatMap(([path, kind]) => (kind === "document" ? [path] : []));
    const beside = new Map<string, PublishedKind | ScriptName>(atRoot);
    for (const [path, kind] of places) {
      if (kind !== "page") continue;
      this.#pages.set(path, Buffer.from(referencePage(api.document.info.title, linksOf(path, documents))));
      for (const script of scriptNames) beside.set(`${path}/${script}`, script);
    }
    for (const { path } of api.operations) beside.delete(path);
    this.beside = beside;
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
      this.#frame ??= frameOf(this.#publication.api.document);
      const body = Buffer.from(this.#frame.join(JSON.stringify(base).slice(1, -1)));
      rendered = { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
      if (this.#rendered.size >= maxRendered) this.#rendered.clear();
      this.#rendered.set(base, rendered);
    }
    return rendered;
  }
}

/** The first server of a document is the one that serves it. */
function frameOf(document: OpenApiDocument): readonly [string, string] {
  const mark = randomUUID();
  const [first, ...others] = document.servers ?? [];
  const text = JSON.stringify({ ...document, servers: [{ ...first, url: mark }, ...others] }, null, 2);
  const at = text.indexOf(mark);
  return [text.slice(0, at), `${text.slice(at + mark.length)}\n`];
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
