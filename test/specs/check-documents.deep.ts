/** What `npm run check` finds out, too. */
import { expect } from "chai";
import { checkDocuments, documentedApis } from "../../scripts/check-documents.ts";

describe("the check of the documents", () => {
  it("finds nothing wrong with the documents of this project", async () => {
    expect(await checkDocuments(documentedApis())).to.deep.equal([]);
  });
});
