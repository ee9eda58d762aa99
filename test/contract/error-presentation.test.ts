import { expect } from "chai";
import type { ProblemPresenter } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, json } from "./support/document.ts";
import { bindLoosely, echo, serve } from "./support/serve.ts";

const presenterOf =
  (member: string): ProblemPresenter =>
  ({ status, code, headers }) => {
    const checked = { [member]: code };
    return { status, type: "application/json", payload: JSON.stringify(checked), headers, checked };
  };

/** A document whose errors are written as `short` wherever an operation does not say otherwise. */
const document: OpenApiDocument = {
  ...aDocument({
    paths: {
      "/common": { get: { operationId: "common", responses: { "200": json(), "404": json() } } },
      "/own": { get: { operationId: "own", "x-accord-errors": "long", responses: { "200": json(), "404": json() } } },
    },
  }),
  "x-accord-errors": "short",
};

describe("how an API writes its errors", () => {
  const served = opened(async () => {
    const missing = () => {
      throw new Problem("NOT_FOUND");
    };
    return serve(document, {
      presenters: { short: presenterOf("error"), long: presenterOf("longError") },
      handlers: { common: missing, own: missing },
    });
  });
  const ask = async (method: string, path: string) => {
    const response = await fetch(served.url + path, { method });
    return [response.status, await response.json()];
  };

  it("is the document's way, unless an operation has one of its own", async () => {
    expect(await ask("GET", "/common")).to.deep.equal([404, { error: "NOT_FOUND" }]);
    expect(await ask("GET", "/own")).to.deep.equal([404, { longError: "NOT_FOUND" }]);
  });

  it("is the document's way where there is no operation", async () => {
    expect(await ask("GET", "/nowhere")).to.deep.equal([404, { error: "NOT_FOUND" }]);
    expect(await ask("DELETE", "/common")).to.deep.equal([405, { error: "METHOD_NOT_ALLOWED" }]);
  });

  it("is that of the address where an operation is asked for by another method", async () => {
    expect(await ask("DELETE", "/own")).to.deep.equal([405, { longError: "METHOD_NOT_ALLOWED" }]);
  });

  it("stops the boot when nothing writes that way", () => {
    expect(() => bindLoosely(document, { handlers: { common: echo, own: echo } })).to.throw(
      "nothing presents errors as short",
    );
  });
});
