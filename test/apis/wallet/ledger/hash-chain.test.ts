import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { type ChainLink, emptyChain, nextHash } from "#src/apis/wallet/ledger/hash-chain.ts";
import { runs } from "#test/support/runs.ts";

const link: ChainLink = {
  posting: {
    integratorId: "11111111-1111-4111-8111-111111111111",
    reference: "ref-1",
    reversal: false,
    currency: "NGN",
    amount: 1_500n,
    postedAt: new Date("2026-11-21T11:00:00.123Z"),
  },
  side: "debit",
  accountNo: "1001561522",
  otherAccountNo: "1001561539",
  sequence: 7n,
  balance: 98_500n,
};

describe("the running hash of an account", () => {
  it("is SHA-256 over the JSON text of the previous hash and the fields of the posting", () => {
    const text = JSON.stringify([
      emptyChain,
      link.posting.integratorId,
      "1001561522",
      "7",
      "debit",
      "1001561539",
      "1500",
      "NGN",
      "98500",
      "ref-1",
      "false",
      String(Date.parse("2026-11-21T11:00:00.123Z")),
    ]);
    expect(nextHash(emptyChain, link)).to.equal(createHash("sha256").update(text).digest("hex"));
  });

  const { posting } = link;
  const changes: Readonly<Record<string, ChainLink>> = {
    amount: { ...link, posting: { ...posting, amount: 1_501n } },
    reference: { ...link, posting: { ...posting, reference: "ref-2" } },
    reversal: { ...link, posting: { ...posting, reversal: true } },
    currency: { ...link, posting: { ...posting, currency: "USD" } },
    integrator: { ...link, posting: { ...posting, integratorId: "22222222-2222-4222-8222-222222222222" } },
    moment: { ...link, posting: { ...posting, postedAt: new Date("2026-11-21T11:00:00.124Z") } },
    side: { ...link, side: "credit" },
    account: { ...link, accountNo: "1001561539" },
    "other account": { ...link, otherAccountNo: "1001561522" },
    sequence: { ...link, sequence: 8n },
    balance: { ...link, balance: 98_501n },
  };
  for (const [name, changed] of Object.entries(changes)) {
    it(`is another one when the ${name} is`, () => {
      expect(nextHash(emptyChain, changed)).to.not.equal(nextHash(emptyChain, link));
    });
  }

  it("does not confuse where one field ends and the next begins", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        const of = (reference: string, currency: string) =>
          nextHash(emptyChain, { ...link, posting: { ...posting, reference, currency } });
        expect(of(a, b)).to.not.equal(of(c, d));
      }),
      { numRuns: runs(500) },
    );
  });

  it("depends on all that came before", () => {
    const [first, second] = [nextHash(emptyChain, link), nextHash("f".repeat(64), link)];
    expect(nextHash(first, link)).to.not.equal(nextHash(second, link));
  });
});
