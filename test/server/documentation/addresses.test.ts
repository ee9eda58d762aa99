import { expect } from "chai";
import { relativeAddress } from "#src/server/documentation/addresses.ts";

describe("the address that a page writes for another", () => {
  for (const [page, address, wanted] of [
    ["", "docs/guides", "docs/guides"],
    ["", "", "./"],
    ["docs", "", "./"],
    ["docs", "docs/guides/errors", "docs/guides/errors"],
    ["docs/guides", "docs/guides", "guides"],
    ["docs/guides/errors", "", "../../"],
    ["docs/guides/errors", "docs", "../../docs"],
    ["docs/guides/errors", "docs/guides", "../guides"],
    ["docs/guides/errors", "docs/guides/wallet#accounts", "wallet#accounts"],
    ["docs/decisions/ledger", "docs/glossary", "../glossary"],
    ["wallet/docs", "docs/assets/site.js", "../docs/assets/site.js"],
  ] as const)
    it(`is ${wanted} from /${page} to /${address}`, () => {
      expect(new URL(relativeAddress(page, address), `http://a.test/${page}`).href).to.equal(
        `http://a.test/${address}`,
      );
      expect(relativeAddress(page, address)).to.equal(wanted);
    });
});
