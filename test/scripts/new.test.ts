import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { temporaryFolder } from "#test/support/folder.ts";
import { type NewApi, newApi } from "../../scripts/new/api.ts";
import { Changes, Refusal } from "../../scripts/new/changes.ts";
import { type NewOperation, newOperation } from "../../scripts/new/operation.ts";

const project = join(import.meta.dirname, "../..");

/** A copy of this project, of which only what is written down counts. */
function copy(): string {
  const folder = temporaryFolder();
  for (const name of ["specs", "generated", "src/apis", "test/apis"])
    cpSync(join(project, name), join(folder, name), { recursive: true });
  cpSync(join(project, "src/storage/distribution.ts"), join(folder, "src/storage/distribution.ts"));
  return folder;
}

describe("npm run new", () => {
  let folder: string;
  before(() => {
    folder = copy();
  });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");

  const anOperation: NewOperation = {
    api: "placeholder",
    operationId: "listReviews",
    method: "get",
    path: "/v1/products/{id}/reviews",
    body: true,
  };
  const refusalOf = (describe: (changes: Changes) => unknown): string => {
    try {
      describe(new Changes(folder));
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
    return "not refused";
  };

  describe("operation", () => {
    const refused: readonly [what: string, wanted: Partial<NewOperation>, message: string][] = [
      [
        "an API that there is not",
        { api: "loyalty" },
        'There is no API "loyalty". One of: insurance, management, observability',
      ],
      ["a document without handlers of ours", { api: "insurer" }, 'There is no API "insurer"'],
      ["a name that is no verb and thing", { operationId: "reviews" }, '"reviews" cannot name an operation'],
      ["a name that is taken", { operationId: "listOrders" }, "listOrders is taken: GET /v1/orders"],
      ["a method that there is not", { method: "fetch" }, '"fetch" is not a method. One of: get, put'],
      ["a path without a beginning", { path: "v1/reviews" }, '"v1/reviews" is not a path'],
      ["a path with a query", { path: "/v1/reviews?page=1" }, "is not a path"],
      ["two parameters of one name", { path: "/v1/{id}/reviews/{id}" }, "has two parameters of one name"],
      ["a place that is taken", { path: "/v1/products" }, "GET /v1/products is listProducts already."],
      [
        "a path that cannot be told from another",
        { path: "/v1/orders/{orderId}" },
        "cannot be told from /v1/orders/{id}",
      ],
    ];
    for (const [what, wanted, message] of refused)
      it(`refuses ${what}`, () => {
        expect(refusalOf((changes) => newOperation(changes, { ...anOperation, ...wanted }))).to.contain(message);
      });

    it("writes nothing over what somebody wrote", () => {
      const changes = new Changes(folder);
      changes.create("test/apis/placeholder/operations/listReviews.test.ts", "mine");
      expect(() => newOperation(changes, anOperation)).to.throw(Refusal, "listReviews.test.ts exists");
    });

    it("asks for everything that the API's other operations have, and marks what only the author knows", () => {
      const changes = new Changes(folder);
      newOperation(changes, { ...anOperation, tag: "Reviews" });
      newOperation(changes, { ...anOperation, operationId: "createReview", method: "post" });
      changes.write();
      const { reviews } = parse(read("specs/placeholder/paths/reviews.yaml"));
      expect(Object.keys(reviews)).to.deep.equal(["get", "post"]);
      expect(Object.keys(reviews.get.responses)).to.have.members(["200", "400", "401", "404", "406", "500", "503"]);
      expect(Object.keys(reviews.post.responses)).to.include.members(["201", "413", "415"]);
      expect(reviews.post).to.include({ operationId: "createReview", "x-accord-extension": true });
      expect(reviews.post.parameters).to.deep.equal([{ $ref: "../parameters.yaml#/Id" }]);
      expect(reviews.post.responses["400"]).to.deep.equal({ $ref: "../responses.yaml#/InvalidRequest" });
      expect(reviews.post.description).to.match(/^To be written: /);
      const root = parse(read("specs/placeholder/openapi.yaml"));
      expect(root.paths["/v1/products/{id}/reviews"]).to.deep.equal({ $ref: "paths/reviews.yaml#/reviews" });
      expect(root.tags.map(({ name }: { name: string }) => name)).to.include("Reviews");
      expect(read("src/apis/placeholder/handlers/reviews.ts")).to.contain('HandlersOf<"Reviews">');
      expect(read("src/apis/placeholder/api.ts")).to.contain("...reviewsHandlers()");
      for (const status of [201, 400, 404])
        expect(read("test/apis/placeholder/operations/createReview.test.ts")).to.contain(
          `To be written: what createReview answers with ${status}`,
        );
      expect(read("test/apis/placeholder/contract-plan.ts")).to.match(/createReview: toBeWritten\([^)]*\[201, 400/);
    });

    it("adds to the handlers of its tag, and keeps the form of the names beside it", () => {
      const changes = new Changes(folder);
      newOperation(changes, {
        ...anOperation,
        api: "insurance",
        operationId: "getRate",
        path: "/api/v1/rates/{rateId}",
        tag: "Catalog",
      });
      changes.write();
      expect(read("src/apis/insurance/handlers/catalog.ts")).to.contain("async getRate()");
      expect(read("test/apis/insurance/operations/get-rate.test.ts")).to.contain('describe("getRate"');
      expect(parse(read("specs/insurance/paths/catalog.yaml")).ratesByRateId.get.responses).to.include.keys("429");
    });

    it("belongs to the tag of the path beside it", () => {
      const changes = new Changes(folder);
      newOperation(changes, {
        ...anOperation,
        operationId: "refundOrder",
        method: "post",
        path: "/v1/orders/{id}/refund",
        body: false,
      });
      changes.write();
      expect(parse(read("specs/placeholder/paths/orders.yaml")).refund.post).to.deep.include({ tags: ["Orders"] });
      expect(read("src/apis/placeholder/handlers/orders.ts")).to.contain("async refundOrder()");
    });
  });

  describe("api", () => {
    const anApi: NewApi = { name: "loyalty", title: undefined, timestamp: 1_800_000_000_000 };
    const refused: readonly [what: string, name: string, message: string][] = [
      ["a name in capitals", "Loyalty", '"Loyalty" cannot name an API'],
      ["a path for a name", "../loyalty", "cannot name an API"],
      ["a name that is taken", "insurance", "specs/insurance exists"],
      ["a name that means something else", "common", '"common" means something else here'],
    ];
    for (const [what, name, message] of refused)
      it(`refuses ${what}`, () => {
        expect(refusalOf((changes) => newApi(changes, { ...anApi, name }))).to.contain(message);
      });

    it("writes its own folders and adds it to the one list", () => {
      const changes = new Changes(folder);
      newApi(changes, anApi);
      const places = changes.write().map((file) => file.split("/").slice(0, 3).join("/"));
      expect(new Set(places.map((place) => place.replace(/^specs\/loyalty\/.*/, "specs/loyalty")))).to.deep.equal(
        new Set([
          "specs/loyalty",
          "src/apis/loyalty",
          "test/apis/loyalty",
          "src/apis/index.ts",
          "src/storage/distribution.ts",
        ]),
      );
      expect(read("src/apis/index.ts")).to.contain('import { loyalty } from "./loyalty/api.ts"');
      expect(read("src/storage/distribution.ts")).to.match(/\n\s*loyalty_notes: by\("id", /);
    });

    it("writes what the guide shows of an operation with a table of its own", () => {
      const changes = new Changes(folder);
      newApi(changes, { ...anApi, name: "museum" });
      const written = changes.write().map(read).join("\n");
      const guide = readFileSync(join(project, "docs/handbook/add-an-operation.md"), "utf8");
      const section = guide.slice(
        guide.indexOf("## When it has a table of its own"),
        guide.indexOf("## Common messages"),
      );
      const shown = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
      expect(shown).to.have.length(4);
      const withoutIndent = (text: string) => text.replaceAll(/^\s+/gm, "").trim();
      for (const code of shown) expect(withoutIndent(written)).to.include(withoutIndent(code));
    });
  });
});
