/** Random orders of many submitters at once, and what has to be true of the books afterwards. */
import { expect } from "chai";
import fc from "fast-check";
import type { AccountKey, Order, Outcome } from "#src/apis/wallet/ledger/transfer.ts";
import { aCredit, aMove, aPayment, type Bank, closing } from "#test/builders/ledger.ts";

export const submitters = 32;
const limits = { singleLimit: 900n, dailyLimit: 6_000n };

export interface Choice {
  readonly kind: "move" | "inter" | "credit" | "close" | "repeat";
  readonly from: number;
  readonly to: number;
  readonly kobo: number;
  readonly as: "SETTLED" | "FAILED" | "REVERSED";
}

export const choice: fc.Arbitrary<Choice> = fc.record({
  kind: fc.constantFrom("move", "move", "inter", "inter", "credit", "close", "close", "repeat"),
  from: fc.nat(),
  to: fc.nat(),
  kobo: fc.integer({ min: 1, max: 1_000 }),
  as: fc.constantFrom("SETTLED", "SETTLED", "FAILED", "REVERSED"),
});

type Movement = ReturnType<typeof aMove>;

interface Answered {
  readonly order: Order;
  readonly outcome: Outcome;
}

/** Accounts of two integrators, the first of them in every second order. */
export async function someAccounts(bank: Bank): Promise<AccountKey[]> {
  const first = await bank.anIntegrator();
  const second = await bank.anIntegrator();
  const owners = [first, first, first, second, second];
  return await Promise.all(owners.map((integratorId) => bank.anAccount({ integratorId, kobo: 3_000n, limits })));
}

/** Each submitter takes the next choice when its last order is answered. An order without an answer is not counted; `failed` hears why. */
export async function submitInterleaved(
  bank: Bank,
  accounts: readonly AccountKey[],
  choices: readonly Choice[],
  failed: (error: unknown) => void = () => {},
): Promise<Answered[]> {
  const moved: Movement[] = [];
  const answered: Answered[] = [];
  const orderOf = ({ kind, from, to, kobo, as }: Choice): Order => {
    const payer = accounts[from % 3 === 0 ? 0 : from % accounts.length] as AccountKey;
    const others = accounts.filter((account) => account !== payer);
    const amount = BigInt(kobo);
    const known = moved[to % Math.max(moved.length, 1)];
    if (kind === "close" && known !== undefined) return closing(known, as);
    if (kind === "repeat" && known !== undefined)
      return aMove(known.from, known.to, amount, { kind: known.kind, reference: known.reference });
    if (kind === "inter") return aPayment(payer, amount);
    if (kind === "credit") return aCredit(payer, amount);
    return aMove(payer, others[to % others.length] as AccountKey, amount);
  };
  const next = choices.entries();
  const submitter = async () => {
    for (const [index, each] of next) {
      const order = orderOf(each);
      if (order.order === "move" && each.kind !== "repeat")
        moved.push({ ...order, integratorId: (order.kind === "INWARD" ? order.to : order.from).integratorId });
      await (bank.ledgers[index % 2] ?? bank.ledger)
        .submit(order)
        .then((outcome) => answered.push({ order, outcome }), failed);
    }
  };
  await Promise.all(Array.from({ length: submitters }, submitter));
  return answered;
}

/** The books prove themselves, no account is below zero, and what was answered as done is there once. */
export async function expectTrueBooks(
  bank: Bank,
  accounts: readonly AccountKey[],
  answered: readonly Answered[],
): Promise<void> {
  expect(await bank.differences()).to.deep.equal([]);
  for (const account of accounts) {
    const { balance, held, debited } = await bank.balance(account);
    expect(balance - held >= 0n, "is covered").to.equal(true);
    expect(debited >= 0n && debited <= limits.dailyLimit, "is within the day's limit").to.equal(true);
  }
  const { rows } = await bank.database.pool.query<{ name: string; forward: number; back: number }>(
    `SELECT integrator_id || ' ' || reference AS name, count(*) FILTER (WHERE NOT reversal)::int AS forward,
       count(*) FILTER (WHERE reversal)::int AS back FROM wallet_postings GROUP BY 1`,
  );
  const posted = new Map(rows.map(({ name, ...counts }) => [name, counts]));
  expect(rows.filter(({ forward, back }) => forward > 1 || back > 1)).to.deep.equal([]);
  for (const { order, outcome } of answered) {
    if (outcome.outcome !== "done") continue;
    const { integratorId, reference, kind } = outcome.transfer;
    const { forward = 0, back = 0 } = posted.get(`${integratorId} ${reference}`) ?? {};
    if (order.order === "move" && kind !== "INTER") expect(forward).to.equal(1);
    if (order.order === "close") expect([forward, back]).to.deep.equal(wayOf(order.as, back));
  }
}

/** What was settled may have been reversed by another submitter afterwards. */
function wayOf(as: Choice["as"], back: number): [forward: number, back: number] {
  if (as === "FAILED") return [0, 0];
  return [1, as === "REVERSED" ? 1 : back];
}
