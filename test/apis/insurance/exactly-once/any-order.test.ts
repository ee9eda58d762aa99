import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { InsuranceServer } from "#test/builders/insurance/server.ts";
import { runs } from "#test/support/runs.ts";
import { type Behaviour, GenerousInsurer } from "./generous-insurer.ts";
import { openInstance } from "./instance.ts";
import { planFor } from "./merchant-process.ts";
import { recordsOf } from "./records.ts";
import { type PurchaseRequest, Story, send, type Told } from "./story.ts";

const hour = 3_600_000;

const behaviour = fc.constantFrom<Behaviour>(
  "sells",
  "sells",
  "loses-request",
  "loses-answer",
  "loses-answer",
  "hangs",
  "fails",
  "refuses",
  "finds-it-expired",
  "locks-out",
);
const serverNumber = fc.nat(1);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("ask" as const), server: serverNumber, purchase: fc.nat(3) }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("step" as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), server: serverNumber }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settle" as const), server: serverNumber }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("later" as const), ms: fc.constantFrom(6_000, 130_000) }) },
);

/** The request was refused for good: who was told so gives the customer the money back. */
const isNo = ({ status, body }: Told) =>
  status !== null && status >= 400 && status < 500 && !/_IN_PROGRESS$/.test(body?.code ?? "");
const isYes = ({ status }: Told) => status === 200 || status === 201;
const isKeyed = ({ headers }: PurchaseRequest) => headers["idempotency-key"] !== undefined;
const paymentOf = ({ body }: PurchaseRequest) => (body as { readonly transactionId: string }).transactionId;

/** Whether the request was refused after all that was said about it before. */
function isLastWordNo(answers: readonly Told[]): boolean {
  const [last, ...others] = answers.toSorted((a, b) => b.began - a.began);
  return last !== undefined && isNo(last) && others.every(({ ended }) => ended < last.began);
}

describe("however two clients, two servers, crashes and an insurer's failures fall together", () => {
  const server = new InsuranceServer();
  const insurer = new GenerousInsurer();
  before(async () => {
    await server.start({ quotaInsuranceRequests: 1_000_000 });
    server.gateway.trouble({ insurerId: "aegis", call: /^POST \/purchases$/, with: insurer.serve });
  });
  after(() => server.stop());

  it("a quote is sold at most once, and whatever was answered stays true", async () => {
    const stories = runs(40);
    const plan = planFor(server, 120);
    const count = { sold: 0, unsold: 0, crashes: 0, replays: 0, refusals: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 5, maxLength: 40, size: "max" }),
        fc.array(behaviour, { maxLength: 8 }),
        async (actions, script) => {
          const merchant = await server.aMerchant({ sells: [] });
          const quote = await server.aQuote(merchant);
          const request = server.aPurchaseRequest(quote);
          /** Four payments, one of which comes without a key. */
          const purchases: PurchaseRequest[] = [0, 1, 2, 3].map((index) => ({
            body: { ...request, transactionId: `tx-${index}` },
            headers: { ...merchant.key, ...(index > 0 && { "idempotency-key": randomUUID() }) },
          }));

          insurer.script = [...script];
          const story = await new Story(plan).begin();
          for (const each of actions) {
            switch (each.kind) {
              case "ask":
                story.ask(each.server, purchases[each.purchase] as PurchaseRequest);
                break;
              case "settle":
                story.settle(each.server);
                break;
              case "crash":
                count.crashes++;
                await story.crash(each.server);
                break;
              case "later":
                story.aheadMs += each.ms;
                break;
              case "step":
                await story.step(each.pick);
            }
          }
          await story.finish();
          await story.close();

          // Nobody asks again; the insurer is well again.
          insurer.script = [];
          const aheadMs = story.aheadMs + 2 * hour;
          const auditor = await openInstance(planFor(server), { now: () => Date.now() + aheadMs });
          await auditor.settle();

          const sold = insurer.soldOf(quote.quoteId);
          expect(sold.length, "policies at the insurer").to.be.at.most(1);
          const { quotes: _, events, ...records } = await recordsOf(server.database, merchant);
          const expected = sold.map(({ purchaseId, transactionId, policy: { policyId } }) => ({
            purchaseId,
            policyId,
            transactionId,
          }));
          const policies = expected.map(({ policyId, purchaseId }) => ({ policyId, purchaseId }));
          expect(records).to.deep.equal({ purchases: expected, policies, open: 0 });
          expect([events["purchase.created"] ?? 0, events["policy.issued"] ?? 0]).to.deep.equal([
            sold.length,
            sold.length,
          ]);

          const { told } = story;
          for (const { body, purchase } of told.filter(isYes)) {
            expect(body?.purchaseId).to.equal(sold[0]?.purchaseId);
            expect(body?.transactionId).to.equal(paymentOf(purchase));
          }
          expect(told.filter(({ status }) => status === 201).length, "new purchases").to.be.at.most(1);
          for (const { purchase, body } of told.filter(isYes)) {
            if (!isKeyed(purchase)) continue;
            count.replays++;
            expect(await send(auditor, purchase)).to.deep.equal({ status: 200, body });
          }
          for (const purchase of purchases) {
            const answers = told.filter((each) => each.purchase === purchase);
            const isFinal = isKeyed(purchase) ? isLastWordNo(answers) : answers.length > 0 && answers.every(isNo);
            if (!isFinal) continue;
            count.refusals++;
            expect(sold[0]?.transactionId, "sold after a refusal").to.not.equal(paymentOf(purchase));
          }
          count[sold.length === 1 ? "sold" : "unsold"]++;
          await auditor.close();
        },
      ),
      { numRuns: stories },
    );
    // So many stories are worth telling.
    if (stories === 40) expect(Math.min(...Object.values(count)), JSON.stringify(count)).to.be.above(0);
  });
});
