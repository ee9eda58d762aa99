import { Agent } from "node:http";
import { expect } from "chai";
import { httpExchange } from "#src/apis/insurance/insurers/http-exchange.ts";
import { ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { whileTested } from "#test/support/api-server.ts";
import { until } from "#test/support/until.ts";

describe("one HTTP request and its answer", () => {
  const insurer = whileTested(new ScriptedInsurer());

  it("ends with its signal, also while it waits for a connection", async () => {
    const agent = new Agent({ maxSockets: 1 });
    insurer.answer = () => {};
    const asked = (signal: AbortSignal) =>
      httpExchange({ url: new URL(insurer.origin), method: "GET", headers: {}, ceilingBytes: 1_000, signal, agent });
    const ends = [new AbortController(), new AbortController()] as const;
    const [first, second] = ends.map(({ signal }) => asked(signal).catch((error: unknown) => error));
    await until(() => insurer.requests === 1);
    const reason = new Error("the deadline");
    ends[1].abort(reason);
    expect(await second).to.equal(reason);
    ends[0].abort(reason);
    expect(await first).to.equal(reason);
    agent.destroy();
  });
});
