import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { anInsurersError, anInsurersPolicy } from "#test/builders/insurance/answers.ts";
import { aQuoteCall, failureOf, options, Sandbox, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { whileTested } from "#test/support/api-server.ts";
import { until } from "#test/support/until.ts";

const aPolicyBody = anInsurersPolicy({ policyId: "p1" });
const form = { path: { productId: "personal-accident", context: "new_business" } } as const;
const faulty = (fault: string) => ({ ...options, headers: { "x-sandbox-fault": fault } });

describe("calling a sandbox insurer", () => {
  const sandbox = whileTested(new Sandbox());

  it("passes an insurer's own code, status, correlation id and findings on unchanged", async () => {
    const harbour = sandbox.client("harbour");
    const declined = await failureOf(harbour.call("createQuote", aQuoteCall(), options));
    expect(declined).to.deep.include({ kind: "refused", status: 422, code: "HBR_RISK_DECLINED", fieldErrors: [] });
    expect(declined).to.have.property("correlationId").that.matches(/^ins-/);
    const incomplete = await failureOf(harbour.call("createQuote", aQuoteCall({ inputs: {} }), options));
    expect(incomplete).to.deep.include({ kind: "refused", code: "ANSWERS_INVALID" });
    expect(incomplete)
      .to.have.property("fieldErrors")
      .that.deep.includes({ path: "/body/inputs/sumInsured", code: "required", message: "is required" });
  });

  it("tells an invalid form from every other failure", async () => {
    const failure = await failureOf(sandbox.client("islander").call("getForm", form, options));
    expect(failure).to.deep.include({ kind: "invalid", status: 200 });
    expect(failure)
      .to.have.property("findings")
      .that.deep.includes({ path: "/body/formId", code: "required", message: "is required" });
  });

  it("tells an invalid quote, and does not ask again", async () => {
    let waits = 0;
    const juniper = sandbox.client("juniper", { wait: async () => void waits++ });
    const failure = await failureOf(juniper.call("createQuote", aQuoteCall(), options));
    expect([failure.kind, waits]).to.deep.equal(["invalid", 0]);
  });

  it("calls an insurer unreachable when its connections break, after three attempts", async () => {
    const waits: number[] = [];
    const lantern = sandbox.client("lantern", { random: () => 0.5, wait: async (ms) => void waits.push(ms) });
    const failure = await failureOf(lantern.call("getProduct", { path: { productId: "health-individual" } }, options));
    expect(failure.kind).to.equal("unreachable");
    expect(waits).to.deep.equal([100, 200]);
    expect((await lantern.call("listProducts", {}, options)).items).to.have.length(2);
  });

  it("gives up at the deadline of a slow insurer", async () => {
    const call = sandbox.client("kestrel").call("createQuote", aQuoteCall(), { ...options, deadlineMs: 60 });
    expect(await failureOf(call)).to.deep.equal({ kind: "timeout", deadlineMs: 60 });
  });

  it("waits as long as Retry-After says, and repeats the insurer's words when it says so to the end", async () => {
    const waits: number[] = [];
    const aegis = sandbox.client("aegis", { wait: async (ms) => void waits.push(ms) });
    const failure = await failureOf(aegis.call("getForm", form, faulty("status-503")));
    expect(failure).to.deep.include({ kind: "refused", status: 503, code: "OVERLOADED" });
    expect(waits).to.deep.equal([1_000, 1_000]);
  });

  it("does not wait past the deadline for a Retry-After", async () => {
    const aegis = sandbox.client("aegis", { wait: () => Promise.reject(new Error("waited")) });
    const failure = await failureOf(aegis.call("getForm", form, { ...faulty("status-503"), deadlineMs: 900 }));
    expect(failure).to.deep.include({ kind: "refused", status: 503 });
  });

  it("does not repeat what failed with 500: the insurer has answered", async () => {
    const aegis = sandbox.client("aegis", { wait: () => Promise.reject(new Error("waited")) });
    const failure = await failureOf(aegis.call("getForm", form, faulty("status-500")));
    expect(failure).to.deep.include({ kind: "refused", status: 500, code: "INTERNAL_ERROR" });
  });

  it("opens its breaker after five failures, then spares the insurer, then tries once", async () => {
    const clock = { ms: 0 };
    const aegis = sandbox.client("aegis", { breaker: { now: () => clock.ms } });
    const breaker = aegis.breakerOf("getForm");
    await failureOf(aegis.call("getForm", form, faulty("drop")));
    expect(breaker.state).to.equal("closed");
    await failureOf(aegis.call("getForm", form, faulty("drop")));
    expect(breaker.state).to.equal("open");
    expect(await failureOf(aegis.call("getForm", form, options))).to.deep.equal({
      kind: "unreachable",
      reason: "the breaker is open",
    });
    clock.ms = 30_000;
    expect((await aegis.call("getForm", form, options)).formVersion).to.equal(1);
    expect(breaker.state).to.equal("closed");
  });

  it("has a breaker for each operation, so that failing quotes do not hold up cancellations", async () => {
    const aegis = sandbox.client("aegis");
    for (let time = 0; time < 2; time++) await failureOf(aegis.call("createQuote", aQuoteCall(), faulty("drop")));
    expect(aegis.breakerOf("createQuote").state).to.equal("open");
    expect((await aegis.call("getForm", form, options)).formVersion).to.equal(1);
    expect(aegis.breakerOf("cancelPolicy").admit()).to.equal(true);
  });

  it("does not open its breaker for refusals and invalid answers", async () => {
    const juniper = sandbox.client("juniper");
    for (let time = 0; time < 6; time++) await failureOf(juniper.call("createQuote", aQuoteCall(), options));
    expect(juniper.breakerOf("createQuote").state).to.equal("closed");
  });
});

describe("calling an insurer that says other things", () => {
  const insurer = whileTested(new ScriptedInsurer());
  beforeEach(() => {
    insurer.requests = 0;
  });
  const read = () => insurer.client().call("getPolicy", { path: { policyId: "p1" } }, options);
  const error = anInsurersError("NO_MONEY");

  it("passes statuses on that the protocol does not name", async () => {
    insurer.answerJson(402, error);
    expect(await failureOf(read())).to.deep.equal({ kind: "refused", status: 402, ...error });
  });

  it("passes no status on that HTTP does not know", async () => {
    for (const status of [600, 999]) {
      insurer.answerJson(status, error);
      expect(await failureOf(read())).to.deep.include({ kind: "invalid", status });
    }
  });

  it("passes no switch of protocols on", async () => {
    insurer.answer = (_, { socket }) =>
      void socket?.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
    expect(await failureOf(read())).to.deep.include({ kind: "invalid", status: 101 });
  });

  it("sends its token, the request id and the key", async () => {
    insurer.answerJson(402, error);
    const idempotencyKey = randomUUID();
    await failureOf(insurer.client().call("createQuote", { ...aQuoteCall(), idempotencyKey }, options));
    expect(insurer.lastHeaders).to.include({
      authorization: "Bearer token",
      "x-request-id": "req_test",
      "idempotency-key": idempotencyKey,
      "accept-encoding": "identity",
    });
  });

  it("keeps what stands in a path inside its segment", async () => {
    let path = "";
    insurer.answer = (request, response) => {
      path = request.url ?? "";
      response.end();
    };
    const asked = { path: { list: "vehicle-models", parent: "a/../b?c" }, query: { query: "d&e" } };
    await failureOf(insurer.client().call("listDependentOptions", asked, options));
    expect(path).to.equal("/options/vehicle-models/a%2F..%2Fb%3Fc?query=d%26e");
  });

  for (const [what, answer] of [
    [
      "HTML",
      () =>
        (insurer.answer = (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>")),
    ],
    [
      "half of a JSON text",
      () =>
        (insurer.answer = (_, response) =>
          void response.writeHead(200, { "content-type": "application/json" }).end('{"a":')),
    ],
    ["nothing", () => (insurer.answer = (_, response) => void response.writeHead(200).end())],
    ["an error without a code", () => insurer.answerJson(400, { message: "no" })],
    [
      "a redirect",
      () => (insurer.answer = (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()),
    ],
    ["another policy", () => insurer.answerJson(200, { ...aPolicyBody, policyId: "p2" })],
    ["a member that nobody knows", () => insurer.answerJson(200, { ...aPolicyBody, mood: "cheerful" })],
    ["a success that is not documented", () => insurer.answerJson(202, aPolicyBody)],
  ] as const)
    it(`calls ${what} invalid, and asks once`, async () => {
      answer();
      expect((await failureOf(read())).kind).to.equal("invalid");
      expect(insurer.requests).to.equal(1);
    });

  it("calls a gateway's page with 502 unreachable, after three attempts", async () => {
    insurer.answer = (_, response) =>
      void response.writeHead(502, { "content-type": "text/html" }).end("<p>Bad gateway");
    expect(await failureOf(read())).to.deep.equal({ kind: "unreachable", reason: "status 502" });
    expect(insurer.requests).to.equal(3);
  });

  it("is answered by the attempt after a broken connection", async () => {
    insurer.answer = (request, response) => {
      if (insurer.requests === 1) request.socket.destroy();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(aPolicyBody));
    };
    expect((await read()).policyId).to.equal("p1");
  });

  it("repeats a read whose answer broke off in the middle", async () => {
    insurer.answer = (request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write("{");
      if (insurer.requests === 1) response.write("", () => request.socket.destroy());
      else response.destroy();
    };
    expect((await failureOf(read())).kind).to.equal("unreachable");
    expect(insurer.requests).to.equal(3);
  });

  it("says that an insurer is unreachable where nobody listens", async () => {
    const gone = new ScriptedInsurer();
    await gone.start();
    const client = gone.client();
    await gone.stop();
    const failure = await failureOf(client.call("listProducts", {}, options));
    expect(failure).to.deep.equal({ kind: "unreachable", reason: "ECONNREFUSED" });
  });

  it("stops reading an endless answer at the ceiling, and hangs up", async () => {
    let sent = 0;
    let hungUp = false;
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    insurer.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.on("close", () => {
        hungUp = true;
      });
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on("drain", pour);
      pour();
    };
    expect(await failureOf(read())).to.deep.equal({ kind: "too_large", limitBytes: 2 * 1024 * 1024 });
    await until(() => hungUp);
    expect(sent).to.be.lessThan(16 * 1024 * 1024);
  });

  it("does not read an answer whose length is over the ceiling already", async () => {
    insurer.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": String(1024 ** 3) });
      response.flushHeaders();
    };
    expect((await failureOf(read())).kind).to.equal("too_large");
  });

  it("does not spare an insurer that one caller has less patience with than was promised", async () => {
    insurer.answer = () => {};
    const hurried = insurer.client({ breaker: { threshold: 2 } });
    const asked = { path: { policyId: "p1" } };
    for (let time = 0; time < 3; time++)
      expect((await failureOf(hurried.call("getPolicy", asked, { ...options, deadlineMs: 20 }))).kind).to.equal(
        "timeout",
      );
    expect(hurried.breakerOf("getPolicy").state).to.equal("closed");
    const patient = insurer.client({ breaker: { threshold: 2 }, mostMs: 20 });
    for (let time = 0; time < 2; time++)
      expect((await failureOf(patient.call("getPolicy", asked, options))).kind).to.equal("timeout");
    expect(patient.breakerOf("getPolicy").state).to.equal("open");
  });

  it("takes moments in no form that JavaScript cannot read", async () => {
    insurer.answerJson(200, { ...aPolicyBody, issuedAt: "2026-01-01T00:00:00+05" });
    expect(await failureOf(read())).to.deep.include({ kind: "invalid", status: 200 });
    insurer.answerJson(200, { ...aPolicyBody, issuedAt: "2026-01-01T00:00:00.5+05:00" });
    expect((await read()).issuedAt).to.equal("2026-01-01T00:00:00.5+05:00");
  });

  it("reuses its connection", async () => {
    insurer.answerJson(200, aPolicyBody);
    const ports = new Set<number | undefined>();
    const answer = insurer.answer;
    insurer.answer = (request, response) => {
      ports.add(request.socket.remotePort);
      answer(request, response);
    };
    const client = insurer.client();
    for (let time = 0; time < 3; time++) await client.call("getPolicy", { path: { policyId: "p1" } }, options);
    expect(ports.size).to.equal(1);
  });
});
