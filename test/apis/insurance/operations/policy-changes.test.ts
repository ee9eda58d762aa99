import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { strayFrom } from "#test/builders/insurance/event-document.ts";
import { accidentAnswers, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";
import { answering, eventsOf } from "./selling.ts";

type Quote = Schemas["Quote"];
type Problem = Schemas["Problem"];

interface Policy {
  readonly providerId: string;
  readonly policyId: string;
}

describe("renewals and endorsements", () => {
  const server = sharedInsuranceServer();
  const merchant = renewed(() => server.aMerchant());

  const answersTo = (context: "renewal" | "endorsement", sumInsured = 1_000_000) => ({
    formId: `personal-accident.${context}`,
    formVersion: 1,
    inputs: { ...accidentAnswers, sumInsured },
  });
  const ask = <T = Quote>(
    context: "renewal" | "endorsement",
    { providerId, policyId }: Policy,
    body: object = answersTo(context),
  ) => server.post<T>(`/policies/${providerId}/${policyId}/${context}s`, body, merchant.key);
  const buy = <T = Schemas["Purchase"]>(quote: Quote) =>
    server.post<T>("/purchases", server.aPurchaseRequest(quote), merchant.key);
  const read = async ({ providerId, policyId }: Policy) =>
    (await server.must(server.get<Schemas["PolicyEnvelope"]>(`/policies/${providerId}/${policyId}`, merchant.key)))
      .policy;
  const eventsAbout = async (id: string) =>
    (await eventsOf(server, merchant)).filter(({ resource }) => resource.id === id);

  /** A policy whose form for the occasion the merchant has fetched. */
  async function aPolicy(context: "renewal" | "endorsement", providerId = "aegis"): Promise<Schemas["Purchase"]> {
    await server.aFetchedForm(merchant, providerId, "personal-accident", context);
    return await server.aPurchase(merchant, providerId);
  }

  it("price another term, and the purchase makes the policy last so long", async () => {
    const policy = await aPolicy("renewal");
    const before = await read(policy);
    const { status, body: quote } = await ask("renewal", policy);
    expect([status, quote.context, quote.policyId, quote.status]).to.deep.equal([
      201,
      "renewal",
      policy.policyId,
      "USABLE",
    ]);
    expect((await eventsAbout(quote.quoteId)).map(({ type }) => type)).to.deep.equal(["quote.created"]);

    const bought = await server.must(buy<Schemas["Purchase"]>(quote));
    expect(bought).to.include({ policyId: policy.policyId, productId: "personal-accident" });
    const { body: sold } = await server.get<Quote>(`/quotes/${quote.providerId}/${quote.quoteId}`, merchant.key);
    expect(sold.status).to.equal("BOUGHT");
    expect(Date.parse(sold.updatedAt)).to.be.above(Date.parse(quote.updatedAt));
    const after = await read(policy);
    expect([before.endDate, after.endDate]).to.deep.equal(["2099-12-31", "2100-12-31"]);
    expect(after).to.deep.include({ startDate: before.startDate, purchaseId: bought.purchaseId, premium: quote.total });
    const { items } = (await server.get<Schemas["PolicyPage"]>("/policies", merchant.key)).body;
    expect(items.map(({ policyId, purchaseId }) => [policyId, purchaseId])).to.deep.equal([
      [policy.policyId, bought.purchaseId],
    ]);
    const events = await eventsAbout(policy.policyId);
    expect(events.map(({ type }) => type)).to.deep.equal(["policy.issued", "policy.renewed"]);
    const [, renewed] = events;
    expect(renewed?.data).to.deep.equal(after);
    expect(
      strayFrom("policy.renewed", { headers: {}, body: renewed }).filter((one) => !one.endsWith("missing")),
    ).to.deep.equal([]);
  });

  it("price a change of what is covered, for what it costs beyond what is paid", async () => {
    const policy = await aPolicy("endorsement");
    const before = await read(policy);
    const quote = await server.must(ask<Quote>("endorsement", policy, answersTo("endorsement", 3_000_000)));
    expect(quote).to.include({ context: "endorsement", policyId: policy.policyId });
    await server.must(buy<Schemas["Purchase"]>(quote));
    const after = await read(policy);
    expect(after.premium.amountMinor).to.equal(before.premium.amountMinor + quote.total.amountMinor);
    expect(after.endDate).to.equal(before.endDate);
    expect((await eventsAbout(policy.policyId)).map(({ type }) => type)).to.deep.equal([
      "policy.issued",
      "policy.endorsed",
    ]);
  });

  it("cost nothing where the change does not, and are bought all the same", async () => {
    const policy = await aPolicy("endorsement");
    const quote = await server.must(ask<Quote>("endorsement", policy));
    expect(quote.total.amountMinor).to.equal(0);
    expect((await buy(quote)).status).to.equal(201);
  });

  it("have one outcome for two renewals that are bought at once: one more year", async () => {
    const policy = await aPolicy("renewal");
    const quotes = await Promise.all([
      server.must(ask<Quote>("renewal", policy)),
      server.must(ask<Quote>("renewal", policy)),
    ]);
    const answers = await Promise.all(quotes.map((quote) => buy<Schemas["Purchase"] | Problem>(quote)));
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([201, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body as Problem;
    expect(refused.code).to.equal("QUOTE_EXPIRED");
    expect((await read(policy)).endDate).to.equal("2100-12-31");
  });

  it("want the form of their own occasion, and pass on what the insurer finds", async () => {
    const policy = await aPolicy("renewal");
    expectProblem(await ask<Problem>("endorsement", policy), 422, "VALIDATION_FAILED", "/body/formId unknown");
    const wrong = await ask<Problem>("renewal", policy, { ...answersTo("renewal"), inputs: {} });
    expect([wrong.status, wrong.body.code]).to.deep.equal([422, "ANSWERS_INVALID"]);
    expect(wrong.body.fieldErrors[0]?.path).to.equal("/body/inputs/holderName");
  });

  it("are not taken under the id of an earlier quote", async () => {
    const policy = await aPolicy("renewal");
    const { quoteId, productId, formId, formVersion, total, lines, expiresAt, createdAt } = await server.must(
      ask<Quote>("renewal", policy),
    );
    const again = answering(201, { quoteId, productId, formId, formVersion, total, lines, expiresAt, createdAt });
    const end = server.gateway.trouble({ insurerId: "aegis", call: /\/quotes$/, with: again });
    const answer = await ask<Problem>("renewal", policy);
    end();
    expectProblem(answer, 502, "INSURER_ANSWER_INVALID");
  });

  it("are refused by the insurer for a policy that has ended", async () => {
    const policy = await aPolicy("renewal");
    const path = `/policies/${policy.providerId}/${policy.policyId}/cancel`;
    await server.must(server.post(path, { reason: "NO_LONGER_NEEDED" }, merchant.key));
    expectProblem(await ask<Problem>("renewal", policy), 409, "POLICY_NOT_RENEWABLE");
  });
});
