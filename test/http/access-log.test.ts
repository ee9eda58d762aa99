import { expect } from "chai";
import { pino } from "pino";
import { accessLog } from "#src/http/access-log.ts";
import { ClientGone } from "#src/http/body.ts";
import { Problem } from "#src/http/problem.ts";

/** What the log says of one answer. */
function lineFor(status: number, failure: unknown): Record<string, unknown> {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const exchange = {
    requestId: "req_1",
    operationId: "listPets",
    route: "/pets",
    startedAt: 1_000,
    remoteAddress: "203.0.113.5",
    failure,
    incoming: { method: "GET" },
  };
  accessLog(log, () => 1_005.126)(exchange, status);
  expect(lines).to.have.lengthOf(1);
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
}

describe("the access log", () => {
  it("has one line for an answer: who, what, and how long", () => {
    expect(lineFor(200, null)).to.deep.equal({
      level: 30,
      requestId: "req_1",
      operationId: "listPets",
      method: "GET",
      route: "/pets",
      status: 200,
      ms: 5.13,
      remote: "203.0.113.5",
      msg: "answered",
    });
  });

  it("has the line that pino itself would write, to the letter", () => {
    const lines: string[] = [];
    const timestamp = () => ',"time":"today"';
    const log = pino({ timestamp, base: { pid: 7 } }, { write: (line: string) => lines.push(line) }).child({
      zone: "a",
    });
    const exchange = {
      requestId: "req_1",
      operationId: "listPets",
      route: '/pets/{"\\\u2028\u{1f600}<}',
      startedAt: performance.now(),
      remoteAddress: "2001:db8::1",
      failure: null,
      incoming: { method: "GET" },
    };
    accessLog(log)(exchange, 200);
    const { requestId, operationId, route, remoteAddress: remote } = exchange;
    const { ms } = JSON.parse(lines[0] ?? "");
    log.info({ requestId, operationId, method: "GET", route, status: 200, ms, remote }, "answered");
    expect(lines[0]).to.equal(lines[1]);
  });

  it("is silent where information is not asked for", () => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
    accessLog(log)({ failure: null, startedAt: 0, incoming: {} } as never, 200);
    expect(lines).to.deep.equal([]);
  });

  it("names the code of a refusal, as information", () => {
    expect(lineFor(404, new Problem("NOT_FOUND"))).to.include({ level: 30, msg: "refused", code: "NOT_FOUND" });
    expect(lineFor(499, new ClientGone())).to.include({ level: 30, msg: "refused", code: "ClientGone" });
    const passedOn = new Problem("INSURER_REFUSED", { passedOn: { code: "BOAT" }, status: 422 });
    expect(lineFor(422, passedOn)).to.include({ msg: "refused", code: "BOAT" });
  });

  it("has the cause of a fault of ours, as an error", () => {
    const cause = new Error("the disk is full");
    for (const failure of [cause, new Problem("INTERNAL_ERROR", { cause })]) {
      const { level, msg, err } = lineFor(500, failure);
      expect([level, msg]).to.deep.equal([50, "failed"]);
      expect(err).to.include({ message: "the disk is full" });
    }
  });
});
