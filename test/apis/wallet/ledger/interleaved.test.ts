import fc from "fast-check";
import { testBank } from "#test/builders/ledger.ts";
import { runs } from "#test/support/runs.ts";
import { choice, expectTrueBooks, someAccounts, submitInterleaved, submitters } from "./interleaved.ts";

describe("the ledger under orders of 32 submitters through two processes", () => {
  const bank = testBank({ poolSize: 16 });

  it("keeps books that prove themselves, with every acknowledged movement in them once", async function () {
    this.timeout(600_000);
    const choices = fc.array(choice, { minLength: submitters * 3, maxLength: submitters * 8 });
    await fc.assert(
      // A seed in place of the choices: how they interleave cannot be repeated, so that shrinking them would tell nothing.
      fc.asyncProperty(fc.integer(), async (seed) => {
        const [chosen = []] = fc.sample(choices, { seed, numRuns: 1 });
        const accounts = await someAccounts(bank);
        const answered = await submitInterleaved(bank, accounts, chosen, (cause) => {
          throw new Error("an order was not answered", { cause });
        });
        await expectTrueBooks(bank, accounts, answered);
      }),
      { numRuns: runs(100), endOnFailure: true, includeErrorInReport: true },
    );
  });
});
