/**
 * Publishes an API's document, its simplified form for client generators, and the page that renders it. They are at fixed paths below
 * the API's mount, and at the operations that the document marks with `x-accord-published`.
 */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { posix } from "node:path";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import type { WireAnswer } from "./answer.ts";
import type { Api } from "./api.ts";
import { clientDocument } from "./client-document.ts";
import type { Contact, OpenApiDocument, PublishedKind } from "./document.ts";
import { dropInternalExtensions } from "./extensions.ts";
import {
  type PageFrame,
  type PageLinks,
  pageHeaders,
  referencePage,
  type ScriptName,
  scriptNames,
} from "./reference-page.ts";
import { toYaml } from "./yaml.ts";

/** The operator's description of the server. When a member is left out, the text of the document is kept. */
export interface Provider {
  readonly contact?: Contact | undefined;
  /** The description of this server. */
  readonly description?: string | undefined;
  readonly termsOfService?: string | undefined;
}

export interface Publication {
  readonly api: Api;
  /** The path prefix of the API, without a trailing slash; empty at the server's root. */
  readonly mount: string;
  readonly proxies: TrustedProxies;
  /** The frame around the reference page at `/docs`. Pages that operations publish have no frame. */
  readonly frame?: PageFrame;
  readonly provider?: Provider;
}

/** What an API publishes: its document as JSON or YAML, the document for client generators, and the reference page. */
type Published = PublishedKind | "YAML document" | "client document";

const atRoot: ReadonlyMap<string, Published> = new Map([
  ["/openapi.json", "document"],
  ["/openapi.yaml", "YAML document"],
  ["/openapi.clients.json", "client document"],
  ["/docs", "page"],
]);

/** Placeholders in the text of a document for the URL of its API, and for the server's origin. The braces make YAML quote them. */
const apiMark = `{${randomUUID()}}`;
const originMark = `{${randomUUID()}}`;

/** Most rendered documents that are cached. They depend on the Host header, which callers choose. */
const maxRendered = 16;

/** Publishes the document of one API. */
export class Publisher {
  /** What is published besides the document's operations, by path below the mount. */
  readonly beside: ReadonlyMap<string, Published | ScriptName>;
  readonly #pages = new Map<string, Buffer>();
  readonly #publication: Publication;
  /** The text of documents, with placeholders for addresses. */
  readonly #frames = new Map<Published, string>();
  /** Rendered documents, by kind and origin. */
  readonly #rendered = new Map<string, { body: Buffer; etag: string }>();

  constructor(publication: Publication) {
    const { api } = publication;
    this.#publication = publication;
    const places = new Map(atRoot);
    for (const { path, published } of api.operations) if (published !== null) places.set(path, published);
    const documents = [...places].flatMap(([path, kind]) => (kind === "document" ? [path] : []));
    const beside = new Map<string, Published | ScriptName>(atRoot);
    for (const [path, kind] of places) {
      if (kind !== "page") continue;
      const frame =
        path === "/docs" && !api.operations.some((operation) => operation.path === path)
          ? publication.frame
          : undefined;
      this.#pages.set(path, Buffer.from(referencePage(api.document.info.title, linksOf(path, documents), frame)));
      for (const script of scriptNames) beside.set(`${path}/${script}`, script);
    }
    for (const { path } of api.operations) beside.delete(path);
    this.beside = beside;
  }

  /** Answers with the document, with URLs of the host that the caller used, or with the page at this path below the mount. */
  answer(kind: Published, path: string, incoming: IncomingMessage): WireAnswer {
    if (kind !== "page") return this.#document(kind, incoming);
    return { status: 200, type: "text/html", payload: this.#pages.get(path) ?? null, headers: pageHeaders };
  }

  #document(kind: Published, incoming: IncomingMessage): WireAnswer {
    const { body, etag } = this.#render(kind, originOf(incoming, this.#publication.proxies) ?? "");
    const headers = { ETag: etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" };
    if (isFresh(incoming, etag)) return { status: 304, type: null, payload: null, headers };
    const type = kind === "YAML document" ? "application/yaml" : "application/json";
    return { status: 200, type, payload: body, headers };
  }

  #render(kind: Published, origin: string): { body: Buffer; etag: string } {
    const key = `${kind} ${origin}`;
    let rendered = this.#rendered.get(key);
    if (rendered === undefined) {
      const shown = JSON.stringify(origin).slice(1, -1);
      const text = this.#frameOf(kind).replaceAll(apiMark, () => `${shown}${this.#publication.mount}`);
      const body = Buffer.from(text.replaceAll(originMark, () => shown));
      rendered = { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
      if (this.#rendered.size >= maxRendered) this.#rendered.clear();
      this.#rendered.set(key, rendered);
    }
    return rendered;
  }

  #frameOf(kind: Published): string {
    const { api, provider = {} } = this.#publication;
    const frame = this.#frames.get(kind) ?? writtenAs(kind, api.document, provider);
    this.#frames.set(kind, frame);
    return frame;
  }
}

function writtenAs(kind: Published, document: OpenApiDocument, provider: Provider): string {
  const published = frameOf(kind === "client document" ? clientDocument(document) : document, provider);
  return kind === "YAML document" ? toYaml(published) : `${JSON.stringify(published, null, 2)}\n`;
}

/** The document as published. Its first server, and the links to its guides, point to this server. */
function frameOf(document: OpenApiDocument, { contact, description, termsOfService }: Provider): object {
  const [first, ...others] = document.servers ?? [];
  const server = { ...first, url: apiMark, ...(description !== undefined && { description }) };
  const info = {
    ...document.info,
    ...(contact !== undefined && { contact: { ...document.info.contact, ...contact } }),
    ...(termsOfService !== undefined && { termsOfService }),
  };
  const published = structuredClone({ ...document, info, servers: [server, ...others] });
  const { externalDocs } = document;
  if (externalDocs?.url.startsWith("/"))
    published.externalDocs = { ...externalDocs, url: `${originMark}${externalDocs.url}` };
  dropInternalExtensions(published);
  return published;
}

/** The links of a reference page: its scripts, which are below its own path, and the nearest of the documents. */
function linksOf(page: string, documents: readonly string[]): PageLinks {
  const from = posix.dirname(page);
  const [nearest = ""] = documents.map((path) => posix.relative(from, path)).sort((a, b) => a.length - b.length);
  const script = (name: ScriptName) => posix.relative(from, `${page}/${name}`);
  return { document: nearest, scripts: { "reference.js": script("reference.js"), "start.js": script("start.js") } };
}

/**
 * Whether the caller already has this version (If-None-Match: RFC 9110, 13.1.2). A caller that also sends `no-cache`, as browsers do on
 * a reload, gets the content anyway.
 */
function isFresh({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined || /\bno-cache\b/.test(headers["cache-control"] ?? "")) return false;
  return known.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
