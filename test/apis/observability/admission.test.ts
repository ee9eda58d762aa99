import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { compressSync } from "snappy";
import { withinOneMinute } from "#test/support/one-minute.ts";
import { expectProblem, rateOf } from "#test/support/refusals.ts";
import { writeV1 } from "./metrics/remote-write/requests.ts";
import { anEvent, asNdjson, ndjson, type Result } from "./operations/ingest.ts";
import { type Answer, type Headers, observabilityServer } from "./operations/server.ts";

describe("quotas at the door", () => {
  const quotaEvents = 50;
  const quotaOtlpRequests = 5;
  const quotaQueries = 5;
  const quotaMetricSamples = 100;
  const quotaMetricBytes = 5_000;
  const quotaWebVitals = 1_000;
  const server = observabilityServer({
    quotaEvents,
    quotaOtlpRequests,
    quotaQueries,
    quotaMetricSamples,
    quotaMetricBytes,
    quotaWebVitals,
  });
  const path = "/api/v1/monitor/ingest";
  const ingest = (caller: Headers, body: unknown, headers: Headers = {}) =>
    server.post<Result>(path, body, { ...caller, ...headers });
  const events = (count: number) => Array.from({ length: count }, () => anEvent());
  /** A test of counts, which belongs into one minute. */
  const itWithinAMinute = (title: string, test: () => Promise<void>) => it(title, () => withinOneMinute(test));

  itWithinAMinute(
    "count what is refused, whatever it is refused for: a bad body as its records, anything else as one",
    async () => {
      const caller = await server.caller();
      const refused: [number, Promise<{ status: number }>][] = [
        [400, ingest(caller, "{")],
        [415, ingest(caller, "x", { "content-type": "text/plain" })],
        [415, ingest(caller, anEvent(), { "content-encoding": "br" })],
        [413, ingest(caller, " ".repeat(2 ** 21 + 1))],
        [406, ingest(caller, anEvent(), { accept: "text/html" })],
        [400, ingest(caller, "{}\n".repeat(10), asNdjson)],
      ];
      for (const [status, answer] of refused) expect((await answer).status).to.equal(status);
      expect(rateOf(await ingest(caller, anEvent())).remaining).to.equal(quotaEvents - 5 - 10 - 1);
      // Of a batch in which more is bad than good, what is bad counts.
      const mostlyBad = `${ndjson(anEvent())}\n${"{}\n".repeat(7)}`;
      expect(rateOf(await ingest(caller, mostlyBad, asNdjson)).remaining).to.equal(quotaEvents - 16 - 7);
    },
  );

  itWithinAMinute(
    "refuse a batch that no minute has room for with 413 and the quota's name, and charge one for it",
    async () => {
      const caller = await server.caller();
      const answer = await ingest(caller, events(quotaEvents + 1));
      expectProblem(answer, 413, "PAYLOAD_TOO_LARGE");
      expect(answer.body)
        .to.have.property("details")
        .that.deep.equals({ quota: "events", limitPerMinute: quotaEvents });
      expect((await ingest(caller, events(quotaEvents - 1))).status).to.equal(202);
    },
  );

  itWithinAMinute("refuse before the body is read once they are used up, until the minute is over", async () => {
    const caller = await server.caller();
    expect((await ingest(caller, events(quotaEvents))).status).to.equal(202);
    expectProblem(await ingest(caller, anEvent()), 429, "RATE_LIMITED");
    // From now on this process knows: the answer comes although the body does not.
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = { host: "x", "content-type": "application/json", "content-length": "1000", ...caller };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /observability${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    const [said] = await once(socket, "data");
    socket.destroy();
    expect(String(said)).to.match(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: \d+\r\n/i);
    const others = await ingest(await server.caller(), anEvent());
    expect(others.status).to.equal(202);
  });

  describe("on samples and bytes of metrics", () => {
    let at: number;
    before(() => {
      at = Date.now();
    });
    const vital = { name: "LCP", value: 1200.5 };
    const gauges = (count: number) => {
      const dataPoints = Array.from({ length: count }, (_, i) => ({ timeUnixNano: `${at}000000`, asInt: i }));
      return { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "load", gauge: { dataPoints } }] }] }] };
    };
    const written = (count: number) => {
      const samples = Array.from({ length: count }, (_, i) => ({ value: i, timestamp: at - i }));
      return new Uint8Array(compressSync(writeV1([{ labels: { __name__: "up" }, samples }])));
    };
    const asWrite = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
    const writers: Readonly<Record<string, (caller: Headers, count: number) => Promise<Answer<unknown>>>> = {
      "remote write": (caller, count) =>
        server.send("POST", "/api/v1/prom/write", { headers: { ...caller, ...asWrite }, body: written(count) }),
      "exports of OpenTelemetry": (caller, count) => server.post("/v1/metrics", gauges(count), caller),
      "web vitals": (caller, count) =>
        server.post(
          "/api/v1/rum",
          Array.from({ length: count }, () => vital),
          caller,
        ),
    };

    async function used({ project }: { readonly project?: { readonly id: string } | null }) {
      const { rows } = await server.database.pool.query<{ name: string; used: number }>(
        "SELECT name, used::int FROM quota_windows WHERE project_id = $1 AND name LIKE 'metric-%'",
        [project?.id],
      );
      return Object.fromEntries(rows.map(({ name, used: of }) => [name, of]));
    }

    for (const [writer, send] of Object.entries(writers)) {
      itWithinAMinute(`count what comes as ${writer}`, async () => {
        const { key, ...of } = await server.key();
        expect((await send({ "x-api-key": key }, 30)).status).to.be.within(200, 204);
        const charged = await used(of);
        expect(charged["metric-samples"]).to.equal(30);
        expect(charged["metric-bytes"]).to.be.within(30, quotaMetricBytes);
        const refused = await send({ "x-api-key": key }, 71);
        expect(refused.status).to.equal(429);
        expect(await used(of)).to.deep.equal(charged);
      });
    }

    itWithinAMinute("count the bytes of what is refused, and shut the door once they are used up", async () => {
      const { key, ...of } = await server.key();
      const caller = { "x-api-key": key };
      const bad = `{"resourceMetrics": ${" ".repeat(3_000)}`;
      expect((await server.post("/v1/metrics", bad, caller)).status).to.equal(400);
      expect(await used(of)).to.deep.equal({ "metric-samples": 1, "metric-bytes": bad.length });
      expect((await server.post("/v1/metrics", bad, caller)).status).to.equal(400);
      expect(await used(of)).to.deep.equal({ "metric-samples": 2, "metric-bytes": quotaMetricBytes });
      for (const send of Object.values(writers)) expect((await send(caller, 1)).status).to.equal(429);
    });
  });

  for (const [what, send, limit] of [
    ["exports", (caller: Headers) => server.post("/v1/traces", "{", caller), quotaOtlpRequests],
    ["queries", (caller: Headers) => server.get("/api/v1/monitor/events?limit=0", caller), quotaQueries],
  ] as const)
    itWithinAMinute(
      `end after as many ${what} as there are in a minute, though none of them was any good`,
      async () => {
        const caller = await server.caller();
        for (let count = 1; count <= limit; count++) {
          const answer = await send(caller);
          expect(answer.status).to.equal(400);
          expect(rateOf(answer)).to.include({ limit, remaining: limit - count });
        }
        expect((await send(caller)).status).to.equal(429);
      },
    );
});
