/**
 * A Prometheus 3 and this server, holding the same samples, asked the same questions as Grafana's data source asks them: the
 * answers are equal. Needs the program in PROMETHEUS3.
 */
import { expect } from "chai";
import { compressSync } from "snappy";
import { MetricBatchBuilder } from "#src/apis/observability/metrics/batch-builder.ts";
import { PostgresMetricStore } from "#src/apis/observability/metrics/postgres-store.ts";
import { writeV1 } from "#test/apis/observability/metrics/remote-write/requests.ts";
import { form } from "#test/apis/observability/operations/metrics.ts";
import { type Headers, observabilityServer } from "#test/apis/observability/operations/server.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { opened } from "#test/support/opened.ts";
import { prometheus3, startPrometheus, writeHeaders, writeRequest } from "#test/support/prometheus.ts";
import { dice, someHistograms, someSeries, t0, withExemplars } from "./generated-series.ts";

describe("Grafana's questions", () => {
  const server = observabilityServer({ quotaQueries: 1_000_000 });
  let theirs: string;
  let caller: Headers;

  const prometheus = opened(() => startPrometheus(temporaryFolder(), undefined, { program: prometheus3() }));
  before(async () => {
    theirs = prometheus.url;
    const series = someSeries();
    const written = await fetch(`${theirs}/api/v1/write`, {
      method: "POST",
      headers: writeHeaders,
      body: await writeRequest(series),
    });
    expect(written.status, await written.text()).to.equal(204);

    const { key, project } = await server.key();
    caller = { "x-api-key": key };
    const store = new PostgresMetricStore(server.database.pool, {
      retentionDays: 395,
      seriesQuotas: { series: 1_000, labelBytes: 1_000_000_000 },
    });
    const batch = new MetricBatchBuilder();
    for (const { labels, samples } of series) {
      const index = batch.series(Object.entries(labels));
      for (const { timestamp, bits } of samples)
        batch.sampleBits(index, timestamp, Number(bits & 0xffff_ffffn), Number(bits >> 32n));
    }
    const tenant = { projectId: project?.id ?? "", environment: "test" } as const;
    const { rejected } = await store.append(tenant, batch.build(), { quotas: [] });
    expect(rejected).to.deep.equal([]);
    await store.drain();

    const body = new Uint8Array(compressSync(writeV1([...withExemplars(series), ...someHistograms()])));
    for (const url of [`${theirs}/api/v1/write`, `${server.baseUrl}/api/v1/prom/write`]) {
      const taken = await fetch(url, { method: "POST", headers: { ...writeHeaders, ...caller }, body });
      expect(taken.status, await taken.text()).to.equal(204);
    }
  });

  type Parameters = readonly (readonly [name: string, value: string])[];

  async function ask(path: string, parameters: Parameters, byForm: boolean) {
    const search = new URLSearchParams();
    for (const [name, value] of parameters) search.append(name, value);
    const text = String(search);
    const questions = [`${theirs}/api/v1/${path}`, `${server.baseUrl}/api/v1/prom/api/v1/${path}`].map(async (url) => {
      const answer = byForm
        ? await fetch(url, { method: "POST", headers: { ...caller, ...form }, body: text })
        : await fetch(`${url}?${text}`, { headers: { ...caller } });
      return [answer.status, await answer.json()] as const;
    });
    return await Promise.all(questions);
  }

  /** Equal in status and data; errors in their type, for their words are each server's own. */
  async function expectEqual(path: string, parameters: Parameters, byForm = false): Promise<number> {
    const [[theirStatus, their], [ourStatus, our]] = (await ask(path, parameters, byForm)) as [
      readonly [number, Answer],
      readonly [number, Answer],
    ];
    const asked = `${path} ${JSON.stringify(parameters)}`;
    expect([ourStatus, our.status, our.errorType], asked).to.deep.equal([theirStatus, their.status, their.errorType]);
    expect(comparable(our.data ?? null), asked).to.deep.equal(comparable(their.data ?? null));
    return JSON.stringify(our.data ?? null).length;
  }

  const names = ["up", "http_requests_total", "queue:length:sum", "latency_seconds", "nothing"];
  const matchers = [
    'job="api"',
    'job!="api"',
    'job=~"api|worker"',
    'job=~"w.*"',
    'job!~"w.*"',
    'instance=~"host-1.*"',
    'path=""',
    'path!=""',
    'path=~".+/2/.*"',
    'zone="é😀"',
    'zone=~".*"',
    'job=~"(?i)API"',
    'missing!="x"',
  ];

  function aSelector(roll: (sides: number) => number): string {
    const pick = <T>(list: readonly T[]) => list[Math.floor(roll(list.length))] as T;
    const chosen = Array.from({ length: Math.floor(roll(4)) }, () => pick(matchers)).join(",");
    if (roll(5) < 1)
      return `{__name__=~"${pick(["up|latency.*", ".*total", "queue.+", "u."])}"${chosen && `,${chosen}`}}`;
    return chosen === "" ? pick(names) : `${pick(names)}{${chosen}}`;
  }

  /** On a sample, beside one, or anywhere; seconds with three decimals. */
  const aMoment = (roll: (sides: number) => number) =>
    ((t0 + (roll(3) < 1 ? Math.floor(roll(240)) * 15_000 : Math.floor(roll(3_900_000)))) / 1_000).toFixed(3);

  it("are answered alike at 200 moments", async () => {
    const roll = dice(2);
    let found = 0;
    for (let count = 0; count < 200; count++) {
      const range = roll(3) < 1 ? `[${["1m", "5m", "90s", "1h"][Math.floor(roll(4))]}]` : "";
      const shift = roll(4) < 1 ? ` offset ${["1m", "-2m", "10m"][Math.floor(roll(3))]}` : "";
      const at = roll(6) < 1 ? ` @ ${aMoment(roll)}` : "";
      const query = aSelector(roll) + range + shift + at;
      found += await expectEqual(
        "query",
        [
          ["query", query],
          ["time", aMoment(roll)],
        ],
        count % 2 === 0,
      );
    }
    expect(found).to.be.above(100_000);
  });

  it("are answered alike over 150 periods", async () => {
    const roll = dice(3);
    let found = 0;
    for (let count = 0; count < 150; count++) {
      const start = aMoment(roll);
      const end = (Number(start) + roll(2_400)).toFixed(3);
      const step = ["15", "1m", "7.5", "301", "1s"][Math.floor(roll(5))] as string;
      const query = `${aSelector(roll)}${roll(4) < 1 ? " offset 90s" : ""}${roll(8) < 1 ? " @ end()" : ""}`;
      const parameters = [
        ["query", query],
        ["start", start],
        ["end", end],
        ["step", step],
      ] as const;
      found += await expectEqual("query_range", parameters, count % 2 === 0);
    }
    expect(found).to.be.above(100_000);
  });

  it("about native histograms are answered alike", async () => {
    const roll = dice(7);
    let found = 0;
    for (let count = 0; count < 40; count++) {
      const start = aMoment(roll);
      const range = count % 2 === 0 ? "" : "[10m]";
      found += await expectEqual("query", [
        ["query", `latency_seconds${range}`],
        ["time", start],
      ]);
      found += await expectEqual("query_range", [
        ["query", `latency_seconds{instance=~"host-[${count % 8}0].*"}`],
        ["start", start],
        ["end", String(Number(start) + 1_000)],
        ["step", "45"],
      ]);
    }
    expect(found).to.be.above(100_000);
  });

  it("about names, labels, values and series are answered alike", async () => {
    const roll = dice(4);
    const period = [
      ["start", String(t0 / 1_000 - 60)],
      ["end", String(t0 / 1_000 + 3_600)],
    ] as const;
    for (const label of ["__name__", "job", "instance", "path", "zone", "missing"])
      await expectEqual(`label/${label}/values`, period);
    for (let count = 0; count < 30; count++) {
      const match = [["match[]", aSelector(roll)], ["match[]", aSelector(roll)], ...period] as const;
      await expectEqual("series", match, count % 2 === 0);
      await expectEqual("labels", match, count % 2 === 0);
      await expectEqual("label/instance/values", match);
    }
  });

  it("about exemplars are answered alike", async () => {
    const roll = dice(5);
    let found = 0;
    for (let count = 0; count < 60; count++) {
      const start = aMoment(roll);
      const end = (Number(start) + roll(2_400)).toFixed(3);
      const query = count % 3 === 0 ? "http_requests_total" : aSelector(roll);
      const parameters = [
        ["query", query],
        ["start", start],
        ["end", end],
      ] as const;
      found += await expectEqual("query_exemplars", parameters, count % 2 === 0);
    }
    expect(found).to.be.above(10_000);
    for (const [query, start, end] of [
      ["up{", "0", "1"],
      ["up", "2", "1"],
      ["up", "x", "1"],
      ["", "0", "1"],
    ] as const)
      await expectEqual("query_exemplars", [
        ["query", query],
        ["start", start],
        ["end", end],
      ]);
  });

  it("that make no sense are refused alike", async () => {
    const time = String(t0 / 1_000);
    for (const query of ["", "up{", "{}", '{job=""}', 'up{__name__="x"}', "up offset", "up[5m", "sum(", 'up{job=~"("}'])
      await expectEqual("query", [
        ["query", query],
        ["time", time],
      ]);
    for (const [name, value] of [
      ["step", "0"],
      ["step", "x"],
      ["start", "x"],
      ["end", "0"],
      ["step", "0.001"],
    ] as const) {
      const good = new Map([
        ["query", "up"],
        ["start", time],
        ["end", String(t0 / 1_000 + 60)],
        ["step", "15"],
      ]);
      await expectEqual("query_range", [...good.set(name, value)]);
    }
    await expectEqual("query_range", [
      ["query", "up[5m]"],
      ["start", time],
      ["end", time],
      ["step", "1"],
    ]);
    await expectEqual("series", []);
  });

  it("that only want numbers are answered alike", async () => {
    for (const query of ["1+1", "2 ^ 3 ^ 2", "-7 % 3", "1/0", "0x1F", "1 > bool 2", '"text"', "Inf", "NaN"])
      await expectEqual(
        "query",
        [
          ["query", query],
          ["time", "4"],
        ],
        true,
      );
    await expectEqual("query_range", [
      ["query", "1.5"],
      ["start", "0"],
      ["end", "60"],
      ["step", "15"],
    ]);
  });
});

interface Answer {
  readonly status: string;
  readonly errorType?: string;
  readonly data?: unknown;
}

/** In order, and bounds of buckets without their last digits: Prometheus takes them from a table that is not exact in them. */
function comparable(data: unknown): unknown {
  return JSON.parse(JSON.stringify(inOrder(data)), (key, value) =>
    key === "buckets" ? value.map(([kind, ...ends]: [number, ...string[]]) => [kind, ...ends.map(rounded)]) : value,
  );
}

function rounded(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? value.toPrecision(14) : text;
}

/** Series in no order but their labels': what Prometheus answers at one moment has none. */
function inOrder(data: unknown): unknown {
  if (Array.isArray(data)) return sorted(data);
  const { result } = Object(data) as { readonly result?: unknown };
  if (!Array.isArray(result) || typeof result[0] !== "object") return data;
  return { ...Object(data), result: sorted(result) };
}

function sorted(list: readonly unknown[]): unknown[] {
  const keyOf = (value: unknown) => {
    const labels = (value as { metric?: object }).metric ?? value;
    return JSON.stringify(typeof labels === "object" && labels !== null ? Object.entries(labels).sort() : labels);
  };
  return [...list].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
