/** What readers ask the search, and what they are shown first. */
import { expect } from "chai";
import MiniSearch from "minisearch";
import { apiNames } from "#src/apis/index.ts";
import type { Findable } from "#src/server/documentation/search-index.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

interface Script {
  finder(library: typeof MiniSearch, entries: readonly Findable[]): (question: string) => readonly Findable[];
}

describe("the search", () => {
  let server: TestServer;
  let find: (question: string) => readonly Findable[];
  before(async () => {
    server = await startTestServer({ apis: apiNames });
    // The very script and index that browsers load.
    const script = await (await fetch(`${server.url}/docs/assets/search.js`)).text();
    const { finder } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as Script;
    find = finder(MiniSearch, (await (await fetch(`${server.url}/docs/assets/search.json`)).json()) as Findable[]);
  });
  after(() => server?.stop());

  const addresses = (question: string) => find(question).map(({ address }) => address);

  for (const [question, address] of [
    ["pagination", "docs/guides/pagination"],
    ["paging", "docs/guides/pagination"],
    ["cursor", "docs/guides/pagination"],
    ["retries", "docs/guides/idempotency"],
    ["idempotency", "docs/guides/idempotency"],
    ["webhok", "docs/guides/webhooks"],
    ["webhooks", "docs/guides/webhooks"],
    ["callbacks", "docs/guides/webhooks"],
    ["sdk", "docs/guides/clients"],
    ["quota", "docs/guides/rate-limits"],
    ["throttling", "docs/guides/rate-limits"],
    ["login", "docs/guides/authentication"],
    ["errors", "docs/guides/errors"],
    ["refund", "wallet/docs#"],
    ["INVALID_CURSOR", "docs/error-codes#invalid_cursor"],
    ["quote.created", "docs/webhook-events#quotecreated"],
    ["changelog", "changelog"],
    ["backup", "docs/handbook/"],
  ] as const)
    it(`shows ${address} among the first three for "${question}"`, () => {
      expect(
        addresses(question)
          .slice(0, 3)
          .filter((each) => each.startsWith(address)),
      ).not.to.deep.equal([]);
    });

  it("shows guides before decisions", () => {
    for (const question of ["webhook", "quote", "idempotency key", "upload", "metrics"]) {
      const found = addresses(question);
      const guide = found.findIndex((address) => address.startsWith("docs/guides/"));
      const decision = found.findIndex((address) => address.startsWith("docs/handbook/decisions/"));
      expect(guide, question).to.be.within(0, decision === -1 ? found.length : decision);
    }
  });

  it("finds the beginnings of words while they are typed", () => {
    expect(addresses("idemp")).to.include("docs/guides/idempotency");
  });

  it("finds nothing where nothing is meant", () => {
    expect(addresses("zebra crossing")).to.deep.equal([]);
    expect(addresses(" / ")).to.deep.equal([]);
  });
});
