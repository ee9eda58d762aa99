/** What the clearing house is asked, and what the jobs make of its answers. */
import { expect } from "chai";
import { ClearingHouse } from "#src/apis/wallet/clearing/clearing-house.ts";
import { otherBank, sharedWalletServer } from "./server.ts";

describe("the clearing house's client", () => {
  const server = sharedWalletServer();
  const clearingHouse = () =>
    new ClearingHouse({ manager: server.database.dataSource.manager, masterKey: server.masterKey });

  it("asks about an account of any name under the address of accounts alone", async () => {
    // The sandbox answers 404 to an address that it does not have, and an object without a name to GET /returns.
    expect(await clearingHouse().nameOf(otherBank, "../../../returns")).to.equal(null);
    expect(await clearingHouse().nameOf("999058/accounts/0000000011?", "0000000011")).to.equal(null);
  });
});
