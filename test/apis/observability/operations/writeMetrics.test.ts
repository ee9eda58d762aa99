import { expect } from "chai";
import { compressSync } from "snappy";
import { type SeriesMessage, writeV1, writeV2 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { type Answer, type Problem, sharedObservabilityServer } from "./server.ts";

const v2Type = "application/x-protobuf;proto=io.prometheus.write.v2.Request";

describe("writeMetrics", () => {
  const server = sharedObservabilityServer();
  let at: number;
  before(() => {
    at = Date.now();
  });
  const up = (value: number, timestamp = at): SeriesMessage => ({
    labels: { __name__: "up", job: "api" },
    samples: [{ value, timestamp }],
  });

  function post(
    headers: Readonly<Record<string, string>>,
    message: Buffer,
    given: Readonly<Record<string, string>> = { "content-encoding": "snappy" },
  ): Promise<Answer<Problem>> {
    const body = new Uint8Array(compressSync(message));
    const type = { "content-type": "application/x-protobuf" };
    return server.send("POST", "/api/v1/prom/write", { headers: { ...type, ...headers, ...given }, body });
  }

  const values = async (caller: Readonly<Record<string, string>>) => {
    const { body } = await server.get<{ data: { result: { metric: object; value?: [number, string] }[] } }>(
      "/api/v1/prom/query?query=%7B__name__%3D~%22.%2B%22%7D",
      caller,
    );
    return body.data.result.map(({ metric, value }) => [metric, value?.[1]]);
  };
  const written = ({ headers }: Answer<unknown>) =>
    ["samples", "histograms", "exemplars"].map((what) => headers.get(`x-prometheus-remote-write-${what}-written`));

  it("stores both versions of the protocol, counts, and can be asked at once", async () => {
    const caller = await server.caller();
    const one = await post(caller, writeV1([up(1)]));
    expect([one.status, one.bytes.length]).to.deep.equal([204, 0]);
    expect(written(one)).to.deep.equal(["1", "0", "0"]);
    const two = await post(
      { ...caller, "content-type": v2Type, "x-prometheus-remote-write-version": "2.0.0" },
      writeV2([
        { labels: { __name__: "temperature" }, samples: [{ value: -0.5, timestamp: at }] },
        { labels: { __name__: "sizes" }, histograms: [{ count_int: 1, timestamp: at }] },
      ]),
    );
    expect([two.status, ...written(two)]).to.deep.equal([204, "1", "1", "0"]);
    expect(await values(caller)).to.deep.include.members([
      [{ __name__: "temperature" }, "-0.5"],
      [{ __name__: "up", job: "api" }, "1"],
    ]);
  });

  it("keeps the valid series of a request and names the others", async () => {
    const caller = await server.caller();
    const answer = await post(
      caller,
      writeV1([
        up(1),
        { labels: { job: "nameless" }, samples: [{ value: 1, timestamp: at }] },
        { labels: { __name__: "" }, samples: [{ value: 1, timestamp: at }] },
        { labels: { __name__: "late" }, samples: [{ value: 1, timestamp: at + 90_000_000 }] },
        { labels: { __name__: "early" }, samples: [{ value: 1, timestamp: -1 }] },
        { labels: { __name__: "big", value: "x".repeat(1_000_000) }, samples: [{ value: 1, timestamp: at }] },
        up(2),
      ]),
    );
    expect([answer.status, ...written(answer)]).to.deep.equal([400, "1", "0", "0"]);
    expect(answer.body.code).to.equal("VALIDATION_FAILED");
    expect(answer.body.fieldErrors.map(({ path, message }) => [path, message.replace(/x{64}/, "x…x")])).to.deep.equal(
      [
        ["/timeseries/1", '{job="nameless"}: label __name__ is missing'],
        ["/timeseries/2", '{__name__=""}: label __name__ is missing'],
        ["/timeseries/5", '{__name__="big", value="x…x…"}: label value is longer than 16383 bytes'],
        ["/timeseries/3", '{__name__="late"}: a timestamp is more than 24 hours ahead'],
        ["/timeseries/4", '{__name__="early"}: a timestamp is older than the retention of 395 days'],
        ["/timeseries/6", '{__name__="up", job="api"}: another value was stored for this instant'],
      ].sort((a, b) => Number(order(a)) - Number(order(b))),
    );
    expect(await values(caller)).to.deep.equal([[{ __name__: "up", job: "api" }, "1"]]);
  });
  /** Findings come in the order of the samples. */
  const order = ([path = ""]: readonly string[]) => path.split("/").at(-1);

  for (const [version, message] of [
    ["1.0", writeV1],
    ["2.0", writeV2],
  ] as const)
    it(`takes what Prometheus takes, by version ${version}`, async () => {
      const caller = { ...(await server.caller()), ...(version === "2.0" && { "content-type": v2Type }) };
      const samples = [{ value: 1, timestamp: at }];
      const spans = { positive_spans: [{ offset: 0, length: 2 }], positive_counts: [1, 2] };
      const histogram = (fields: object) => ({ timestamp: at, sum: 3, ...spans, ...fields });
      const answer = await post(
        caller,
        message([
          { labels: { z: "1", job: "", __name__: "unsorted", a: "1" }, samples },
          { labels: { __name__: "mét.ric", "label of UTF-8": "x\0y" }, samples },
          { labels: { __name__: "not_a_number" }, samples: [{ value: Number.NaN, timestamp: at }] },
          { labels: { __name__: "both" }, samples, histograms: [histogram({ count_float: 3, timestamp: at + 1 })] },
          { labels: { __name__: "counts_less" }, histograms: [histogram({ count_float: 1 })] },
          { labels: { __name__: "counts_nothing" }, histograms: [histogram({ count_float: 0 })] },
          { labels: { __name__: "fine" }, histograms: [histogram({ count_float: 3, schema: 20 })] },
          {
            labels: { __name__: "own_bounds" },
            histograms: [histogram({ schema: -53, count_float: 3, custom_values: [1] })],
          },
          {
            labels: { __name__: "own_bounds_empty" },
            histograms: [{ timestamp: at, schema: -53, custom_values: [-2, 3] }],
          },
          {
            labels: { __name__: "since" },
            samples: [{ value: 1, timestamp: at, start_timestamp: at - 1_000 } as never],
          },
        ]),
      );
      expect([answer.status, ...written(answer)], JSON.stringify(answer.body)).to.deep.equal([204, "5", "6", "0"]);
      const { body } = await server.get<{ data: object[] }>(
        "/api/v1/prom/series?match[]=unsorted&match[]=%7B%22m%C3%A9t.ric%22%7D",
        caller,
      );
      expect(body.data).to.deep.equal([
        { __name__: "mét.ric", "label of UTF-8": "x\0y" },
        { __name__: "unsorted", a: "1", z: "1" },
      ]);
      const again = await post(caller, message([{ labels: { a: "1", z: "1", __name__: "unsorted" }, samples }]));
      expect(again.status).to.equal(204);
    });

  it("goes by the content type and the encoding, and takes 1.0 where senders leave them out", async () => {
    const caller = await server.caller();
    const message = writeV1([up(1)]);
    expect((await post({ ...caller, "content-type": "" }, message, {})).status).to.equal(204);
    for (const [headers, encoding] of [
      [{ "content-type": "application/json" }, "snappy"],
      [{ "content-type": "application/x-protobuf;proto=io.prometheus.write.v3.Request" }, "snappy"],
      [{}, "gzip"],
      [{}, "identity"],
    ] as const) {
      const answer = await post({ ...caller, ...headers }, message, { "content-encoding": encoding });
      expect(answer.status, JSON.stringify([headers, encoding])).to.equal(415);
    }
  });

  it("refuses what is no Snappy block, lies about its length or is no message", async () => {
    const caller = await server.caller();
    const send = (body: Uint8Array<ArrayBuffer>) =>
      server.send<Problem>("POST", "/api/v1/prom/write", {
        headers: { ...caller, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
        body,
      });
    const lying = Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0x0f, 1]);
    expect((await send(lying)).status).to.equal(413);
    const short = new Uint8Array(compressSync(writeV1([up(1)])));
    short[0] = (short[0] ?? 0) + 1;
    const ofVersion2 = writeV2([up(1)]);
    const block = (message: Buffer) => new Uint8Array(compressSync(message));
    for (const body of [short, new Uint8Array([1, 2, 3]), block(Buffer.from("garbage")), block(ofVersion2)]) {
      const answer = await send(body);
      expect([answer.status, answer.body.code, ...written(answer)]).to.deep.equal([
        400,
        "MALFORMED_BODY",
        "0",
        "0",
        "0",
      ]);
    }
  });
});
