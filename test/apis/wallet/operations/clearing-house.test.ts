/** What the clearing house is asked, and what the jobs make of its answers. */
import { expect } from "chai";
import { otherBank, sharedWalletServer } from "#test/builders/wallet.ts";

describe("the clearing house's client", () => {
  const server = sharedWalletServer();

  it("asks about an account of any name under the address of accounts alone", async () => {
    // The sandbox answers 404 to an address that it does not have, and an object without a name to GET /returns.
    expect(await server.clearing.nameOf(otherBank, "../../../returns")).to.equal(null);
    expect(await server.clearing.nameOf("999058/accounts/0000000011?", "0000000011")).to.equal(null);
  });
});
