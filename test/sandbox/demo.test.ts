import { expect } from "chai";
import { Insurers } from "#src/apis/insurance/insurers/registry.ts";
import { startDemoInsurers } from "#src/sandbox/demo.ts";
import { aPolicy, options } from "#test/builders/insurance/insurers.ts";
import { testDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { testMasterKey } from "#test/support/server.ts";

describe("the sandbox beside a demo installation", () => {
  const database = testDatabase();
  const folder = temporaryFolder();

  it("is in the registry at its address of today, and remembers what it sold before", async () => {
    const insurers = new Insurers(database, testMasterKey);
    const soldBy = async () => {
      const client = await insurers.find("aegis");
      if (client === null) throw new Error("the registry does not know aegis");
      return client;
    };
    const operator = await database.operator();
    const yesterday = await startDemoInsurers(operator, testMasterKey, folder);
    expect((await insurers.all()).map(({ insurer }) => insurer.id)).to.have.length(12);
    const policy = await aPolicy(await soldBy());
    await yesterday.close();

    const today = await startDemoInsurers(operator, testMasterKey, folder);
    const path = { policyId: policy.policyId };
    expect(await (await soldBy()).call("getPolicy", { path }, options)).to.deep.equal(policy);
    insurers.close();
    await today.close();
  });
});
