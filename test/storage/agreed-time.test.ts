import { expect } from "chai";
import { agreedTime } from "#src/storage/agreed-time.ts";
import { testDatabase } from "#test/support/database.ts";

describe("the time by which data is deleted", () => {
  const database = testDatabase();
  const day = 86_400_000;

  it("is the database's where this process's clock runs ahead", async () => {
    const before = Date.now();
    expect(await agreedTime(database.pool, before + 400 * day)).to.be.within(before - day, before + day);
  });

  it("is this process's where the database's runs ahead of it", async () => {
    const late = Date.now() - 400 * day;
    expect(await agreedTime(database.pool, late)).to.equal(late);
  });
});
