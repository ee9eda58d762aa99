import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import { type Answer, insuranceServer, type Merchant, type Problem } from "#test/builders/insurance/server.ts";
import { exchange } from "#test/support/api-server.ts";
import { crowdOf, deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { type MerchantProcess, planFor, startMerchantProcess } from "./merchant-process.ts";
import { expectNoPolicy, expectOnePolicy, recordsOf } from "./records.ts";

/** A purchase or a problem. */
type Told = Partial<Pick<Schemas["Purchase"], "purchaseId"> & Pick<Problem, "code">>;
type PurchaseRequest = Schemas["PurchaseRequest"];

const buying = /^POST \/purchases$/;
const crowd = crowdOf(200);
const inProgress: ReadonlySet<string> = new Set(["IDEMPOTENCY_IN_PROGRESS", "OPERATION_IN_PROGRESS"]);

describe("a quote that many buy at once", () => {
  const server = insuranceServer({ quotaInsuranceRequests: 1_000_000 });

  let merchant: Merchant;
  let quote: QuoteRow;
  let request: PurchaseRequest;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
    quote = await server.aQuote(merchant);
    request = server.aPurchaseRequest(quote);
  });

  const buy = (body: PurchaseRequest, key: string) =>
    server.post<Told>("/purchases", body, { ...merchant.key, "idempotency-key": key });

  const together = (send: (index: number) => Promise<Answer<Told>>) =>
    Promise.all(Array.from({ length: crowd }, (_, index) => settled(() => send(index))));

  /** What a request is told in the end: who waits longer than the server lets them asks again, as they are told to. */
  async function settled(send: () => Promise<Answer<Told>>): Promise<Answer<Told>> {
    for (;;) {
      const answer = await send();
      if (answer.body.code === undefined || !inProgress.has(answer.body.code)) return answer;
    }
  }

  /** The statuses, and the code or the purchase that came with them, each with how often. */
  function tally(answers: readonly Answer<Told>[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const what = `${status} ${body.code ?? body.purchaseId}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
    return counts;
  }

  const soldAs = async () => (await recordsOf(server.database, merchant)).purchases[0]?.purchaseId;

  it("is bought once, with one key or many, when the insurer loses its first answer", async () => {
    const key = randomUUID();
    server.gateway.trouble({ insurerId: "aegis", call: buying, with: "drop-answer", times: 1 });
    const answers = await together((index) => buy(request, index % 2 === 0 ? key : randomUUID()));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    await expectOnePolicy(server, merchant, quote);
  });

  it("is bought by nobody while nobody pays what it costs, and then once", async () => {
    const key = randomUUID();
    const unpaid = { ...request, payment: { amountMinor: 1 } };
    const refusals = await together(() => buy(unpaid, key));
    expect(tally(refusals)).to.deep.equal({ "409 AMOUNT_MISMATCH": crowd });
    await expectNoPolicy(server, merchant, quote);
    expect((await buy(request, key)).status).to.equal(201);
  });

  describe("at two servers", () => {
    let servers: MerchantProcess[];
    beforeEach(async () => {
      const plan = { ...planFor(server), diesAt: null };
      servers = await Promise.all([startMerchantProcess(plan), startMerchantProcess(plan)]);
    });
    afterEach(() => Promise.all(servers.map((each) => each.kill())));

    function buyAt(index: number, body: PurchaseRequest, key: string): Promise<Answer<Told>> {
      const { baseUrl = "" } = servers[index % servers.length] ?? {};
      const headers = { "content-type": "application/json", ...merchant.key, "idempotency-key": key };
      return exchange<Told>(`${baseUrl}/api/v1/purchases`, { method: "POST", headers, body: JSON.stringify(body) });
    }

    deepIt("is bought once with one key, and the answers of both are the same to the letter", async () => {
      const key = randomUUID();
      const answers = await together((index) => buyAt(index, request, key));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).to.equal(1);
      await expectOnePolicy(server, merchant, quote);
    });

    deepIt("is bought once with a key each", async () => {
      const answers = await together((index) => buyAt(index, request, randomUUID()));
      const expected = { [`201 ${await soldAs()}`]: 1, "409 QUOTE_ALREADY_BOUGHT": crowd - 1 };
      expect(tally(answers)).to.deep.equal(expected);
      await expectOnePolicy(server, merchant, quote);
    });

    deepIt("is bought once when the server that is at it is killed, and everybody asks on at the other", async () => {
      const key = randomUUID();
      const end = server.gateway.trouble({ insurerId: "aegis", call: buying, with: "hold-answer", times: 1 });
      const first = buyAt(0, request, key).catch((error: unknown) => error);
      await until(() => server.gateway.held === 1);
      const answering = together(() => buyAt(1, request, key));
      await servers[0]?.kill();
      end();
      expect(await first).to.be.instanceOf(TypeError);
      const answers = await answering;
      const purchaseId = await soldAs();
      expect(tally(answers)).to.deep.equal({ [`201 ${purchaseId}`]: 1, [`200 ${purchaseId}`]: crowd - 1 });
      await expectOnePolicy(server, merchant, quote);
    });
  });
});
