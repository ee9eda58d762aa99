/** The demo of a first start: two integrators, of whom the first has clients with money. */
import type { Database } from "#src/storage/database.ts";
import { openFromBvn, openFromDetails } from "./clients.ts";
import { bvnRecordEntity } from "./entities.ts";
import { createIntegrator } from "./integrators.ts";
import { creditFromOutside } from "./inward-credits.ts";
import { Ledger } from "./ledger/ledger.ts";

const people = 3;
const openingCredit = 50_000_00n;
const employer = {
  senderAccountNo: "0123456789",
  senderBank: "999058",
  senderName: "Sandbox Employer",
  narration: "Salary",
};

export async function seedWallet(database: Database): Promise<Record<string, unknown>> {
  const now = new Date();
  const { manager } = database.dataSource;
  const { integrator, consumerKey, consumerSecret } = await createIntegrator(database, "Accord Demo", now);
  const other = await createIntegrator(database, "Accord Other Demo", now);
  const registry = await manager.find(bvnRecordEntity, { order: { bvn: "ASC" }, take: people + 1 });
  const free = registry.pop();
  if (free === undefined) throw new Error("The registry of BVNs is empty");
  const ledger = new Ledger(database, { now: Date.now });
  const accounts: object[] = [];
  for (const { bvn, bornOn } of registry) {
    const { account, client } = await openFromBvn(database, integrator, { bvn, dateOfBirth: longDate(bornOn) }, now);
    const credit = { ...employer, accountNo: account.accountNo, amount: openingCredit };
    await creditFromOutside({ manager, ledger }, integrator, credit, now);
    accounts.push({
      accountNo: account.accountNo,
      clientId: client.id,
      client: client.name,
      savingsId: account.savingsId,
      bvn,
    });
  }
  await openFromDetails(
    database,
    other.integrator,
    { firstname: "Zainab", lastname: "Musa", dob: "09 May 1991", phone: "08030000000" },
    now,
  );
  await ledger.close();
  return {
    consumerKey,
    consumerSecret,
    otherConsumerKey: other.consumerKey,
    otherConsumerSecret: other.consumerSecret,
    accounts,
    freeBvn: { bvn: free.bvn, dateOfBirth: longDate(free.bornOn) },
  };
}

/** `1990-10-04` as `04 October 1990`. */
function longDate(date: string): string {
  const options = { day: "2-digit", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(date));
}
