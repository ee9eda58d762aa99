/** A walk through everything that a server shows: each link, and each place within a page that a link names, is there. */
import { expect } from "chai";
import { problems } from "#generated/problems.ts";
import { apiNames } from "#src/apis/index.ts";
import { type OpenApiDocument, operationsOf } from "#src/contract/document.ts";
import { problemType } from "#src/contract/problem-json.ts";
import { operationFragment } from "#src/server/documentation/addresses.ts";
import { readContents } from "#src/server/documentation/contents.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

interface Seen {
  readonly status: number;
  /** Absolute, with what follows the hash. */
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

/** Links of HTML, and of Markdown in plain text and in descriptions of documents. */
function linksIn(type: string, text: string): string[] {
  const html = /(?:href|src|data-document)="(?!data:)([^"]+)"/g;
  const markdown = /\]\(([^)\s]+)\)/g;
  const found = [...text.matchAll(type.startsWith("text/html") ? html : markdown)].map(([, link = ""]) => link);
  if (!type.startsWith("application/json")) return found;
  const { externalDocs } = JSON.parse(text) as OpenApiDocument;
  return externalDocs === undefined ? found : [...found, externalDocs.url];
}

/** What the reference of a document can be asked to show. */
function placesIn(document: OpenApiDocument): string[] {
  return [...operationsOf(document)].map(({ method, path, operation }) =>
    operationFragment(operation.tags?.[0] ?? "", method, path),
  );
}

class Walk {
  readonly #seen = new Map<string, Promise<Seen>>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get paths(): string[] {
    return [...this.#seen.keys()];
  }

  visit(path: string): Promise<Seen> {
    const known = this.#seen.get(path) ?? this.#look(path);
    this.#seen.set(path, known);
    return known;
  }

  async #look(path: string): Promise<Seen> {
    const answer = await fetch(this.#origin + path);
    const type = answer.headers.get("content-type") ?? "";
    const text = await answer.text();
    const readable = /^text\/html|^text\/plain|^application\/json/.test(type) && !path.endsWith("search.json");
    const links = readable ? linksIn(type, text).map((link) => new URL(unescaped(link), answer.url).href) : [];
    const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => unescaped(id)));
    const [, document] = /data-document="([^"]+)"/.exec(text) ?? [];
    if (document !== undefined)
      for (const place of placesIn((await (await fetch(new URL(document, answer.url))).json()) as OpenApiDocument))
        anchors.add(place);
    return { status: answer.status, links, anchors };
  }

  /** Every link that leads nowhere, with the page that has it. */
  async deadLinks(): Promise<string[]> {
    const dead: string[] = [];
    const walked = new Set<string>();
    const waiting = ["/", "/llms.txt"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (walked.has(path)) continue;
      walked.add(path);
      for (const link of (await this.visit(path)).links) {
        const { origin, pathname, search, hash } = new URL(link);
        if (origin !== this.#origin) continue;
        const { status, anchors } = await this.visit(pathname + search);
        const anchor = decodeURIComponent(hash.slice(1));
        if (status !== 200) dead.push(`${path} leads to ${link}, which answers ${status}`);
        else if (anchor !== "" && !anchors.has(anchor)) dead.push(`${path} leads to ${link}, which has no such place`);
        waiting.push(pathname + search);
      }
    }
    return dead;
  }
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}

describe("a walk through the server's pages", () => {
  let server: TestServer;
  let walk: Walk;
  before(async () => {
    server = await startTestServer({ apis: apiNames });
    walk = new Walk(server.url);
  });
  after(() => server?.stop());

  it("meets no dead link, and every page", async () => {
    expect(await walk.deadLinks()).to.deep.equal([]);
    const pages = readContents().flatMap(({ address, sections }) => [
      address,
      ...sections.flatMap(({ entries }) => entries.map((entry) => entry.address)),
    ]);
    const described = apiNames.flatMap((name) => [`/${name}/docs`, `/${name}/openapi.json`, `/${name}/openapi.yaml`]);
    expect(walk.paths).to.include.members([...pages.map((page) => `/${page}`), ...described, "/llms.txt"]);
  });

  it("finds every code where the type of its problem leads", async () => {
    for (const code of Object.keys(problems)) {
      const { pathname, hash } = new URL(problemType(code), server.url);
      const { status, anchors } = await walk.visit(pathname);
      expect([status, anchors.has(hash.slice(1))], code).to.deep.equal([200, true]);
    }
  });

  for (const [path, address] of [
    ["/docs/", "/docs/guides"],
    ["/docs/guides/", "/docs/guides"],
    ["/docs/guides/wallet/", "/docs/guides/wallet"],
    ["/docs/handbook/decisions/ledger/", "/docs/handbook/decisions/ledger"],
    ["/changelog/", "/changelog"],
    ["/insurance/docs/", "/insurance/docs"],
    ["/docs/guides/scaling", "/docs/handbook/scaling"],
    ["/docs/architecture", "/docs/handbook/architecture"],
    ["/docs/decisions/ledger", "/docs/handbook/decisions/ledger"],
  ] as const)
    it(`comes from ${path} to ${address}`, async () => {
      const answer = await fetch(server.url + path);
      expect([answer.status, answer.url]).to.deep.equal([200, server.url + address]);
    });
});
