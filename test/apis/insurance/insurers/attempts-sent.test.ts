import { expect } from "chai";
import { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { anInsurersError } from "#test/builders/insurance/answers.ts";
import { aQuoteCall, failureOf, options, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";

describe("a failed call says how many attempts the insurer may have heard of", () => {
  let insurer: ScriptedInsurer;
  beforeEach(async () => {
    insurer = new ScriptedInsurer();
    await insurer.start();
  });
  afterEach(() => insurer.stop());

  const declined = anInsurersError("NO");

  async function sentBy(client = insurer.client()): Promise<number> {
    const failed: unknown = await client.call("createQuote", aQuoteCall(), options).catch((error) => error);
    if (!(failed instanceof InsurerFailure)) throw new Error("the call did not fail as it should");
    return failed.attemptsSent;
  }

  it("one, of a refusal", async () => {
    insurer.answerJson(422, declined);
    expect(await sentBy()).to.equal(1);
  });

  it("two, of a refusal after a broken connection", async () => {
    insurer.answer = (request, response) => {
      if (insurer.requests === 1) request.socket.destroy();
      else response.writeHead(429, { "content-type": "application/json" }).end(JSON.stringify(declined));
    };
    expect(await sentBy()).to.equal(2);
  });

  it("three, of connections that broke", async () => {
    insurer.answer = (request) => request.socket.destroy();
    expect(await sentBy()).to.equal(3);
  });

  it("none, where nobody listens", async () => {
    const client = insurer.client();
    await insurer.stop();
    expect(await sentBy(client)).to.equal(0);
  });

  it("none, where every address of the name refuses", async () => {
    const baseUrl = insurer.origin.replace("127.0.0.1", "localhost");
    const client = new InsurerClient({ ...insurer.client().insurer, baseUrl }, { wait: async () => {} });
    await insurer.stop();
    expect(await sentBy(client)).to.equal(0);
  });

  it("none, when the breaker is open", async () => {
    const client = insurer.client({ breaker: { threshold: 1 } });
    client.breakerOf("createQuote").failed();
    expect((await failureOf(client.call("createQuote", aQuoteCall(), options))).kind).to.equal("unreachable");
    expect(await sentBy(client)).to.equal(0);
    expect(insurer.requests).to.equal(0);
  });
});
