/** The logger pino: its output is sent as it is and read back as events. */
import { Writable } from "node:stream";
import { expect } from "chai";
import { type Logger, pino } from "pino";
import type { Schemas } from "#generated/observability/contract.ts";
import { sharedObservabilityServer } from "#test/apis/observability/operations/server.ts";

describe("pino", () => {
  const server = sharedObservabilityServer();

  /** What a logger writes. */
  function outputOf(write: (log: Logger) => void): string {
    let output = "";
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        output += chunk.toString();
        done();
      },
    });
    write(pino({ level: "trace" }, stream));
    return output;
  }

  it("has its lines stored as events, whatever their level", async () => {
    const caller = await server.caller();
    const output = outputOf((log) => {
      for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) log[level](`at ${level}`);
      log.child({ requestId: "r-1" }).info({ cart: { lines: 2 } }, "cart %s", "saved");
      log.error(new TypeError("x is undefined"), "checkout failed");
    });
    const headers = { ...caller, "content-type": "application/x-ndjson" };
    const { status, body } = await server.post<Schemas["IngestResult"]>("/api/v1/monitor/ingest", output, headers);
    expect([status, body]).to.deep.equal([202, { ingested: 8, skipped: 0, deduped: 0 }]);

    const { items } = (await server.get<Schemas["EventPage"]>("/api/v1/monitor/events", caller)).body;
    const byMessage = new Map(items.map((item) => [item.message, item]));
    expect(
      ["trace", "debug", "info", "warn", "error", "fatal"].map((level) => byMessage.get(`at ${level}`)?.level),
    ).to.deep.equal([10, 20, 30, 40, 50, 60]);
    const { requestId, cart, pid, hostname } = byMessage.get("cart saved")?.extra ?? {};
    expect([requestId, cart]).to.deep.equal(["r-1", { lines: 2 }]);
    expect([typeof pid, typeof hostname]).to.deep.equal(["number", "string"]);
    const failed = byMessage.get("checkout failed");
    expect(failed?.extra).to.have.nested.property("err.type", "TypeError");
    expect(failed?.extra).to.have.nested.property("err.stack").that.includes("pino.test");
    for (const item of items) expect(item.time).to.be.closeTo(Date.now(), 60_000);
  });

  it("loses only the line that was cut off", async () => {
    const caller = await server.caller();
    const output = outputOf((log) => {
      for (const message of ["one", "two", "three"]) log.info(message);
    });
    const headers = { ...caller, "content-type": "application/x-ndjson" };
    const cut = output.slice(0, -20);
    const { body } = await server.post<Schemas["IngestResult"]>("/api/v1/monitor/ingest", cut, headers);
    expect([body.ingested, body.skipped, body.skippedEvents?.[0]?.index]).to.deep.equal([2, 1, 2]);
  });
});
