import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { maxUrlsPerDay } from "#src/apis/observability/store/vitals-table.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { MetricQuestions } from "./metrics.ts";
import { type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

const shop = "https://shop.example";

describe("ingestWebVitals", () => {
  const server = sharedObservabilityServer();
  const metrics = new MetricQuestions(server);
  const path = "/api/v1/rum";
  const lcp = { name: "LCP", value: 1843.2, url: `${shop}/cart`, rating: "good", id: "v5-1" };
  const report = <T = Schemas["WebVitalResult"]>(headers: Headers, body: unknown = lcp) =>
    server.post<T>(path, body, headers);

  /** The points of a metric in the last hour: labels and values. */
  async function points(reader: Headers, selector: string) {
    const series = await metrics.query(reader, `${selector}[1h]`);
    return series.map(({ metric, values = [] }) => [metric, values.map(([, value]) => value)]);
  }

  describe("202", () => {
    it("takes one vital, a list, and an object that holds the list", async () => {
      const caller = await server.caller();
      for (const [index, body] of [
        lcp,
        [{ ...lcp, id: "v5-2", value: 2 }],
        { vitals: [{ ...lcp, id: "v5-3", value: 3 }], page: "ignored" },
      ].entries()) {
        const answer = await report(caller, body);
        expect([answer.status, answer.body], String(index)).to.deep.equal([202, { ingested: 1, skipped: 0 }]);
      }
      expect(await points(caller, "rum.lcp")).to.deep.equal([
        [{ __name__: "rum.lcp", rating: "good", url: `${shop}/cart` }, ["1843.2", "2", "3"]],
      ]);
    });

    it("makes each vital a metric of its name, which can be read at once", async () => {
      const caller = await server.caller();
      await report(
        caller,
        ["LCP", "CLS", "INP", "FID", "TTFB"].map((name, index) => ({ name, value: index + 0.5 })),
      );
      const { body } = await metrics.ask<string[]>(caller, "label/__name__/values");
      expect(body.data).to.deep.equal(["rum.cls", "rum.fid", "rum.inp", "rum.lcp", "rum.ttfb"]);
      expect((await metrics.query(caller, '{"rum.cls"}')).map(({ value }) => value?.[1])).to.deep.equal(["1.5"]);
      expect(await metrics.query(caller, '{__name__=~"rum\\\\..*"}')).to.have.lengthOf(5);
    });

    it("skips and counts FCP, and ignores what else the library sends", async () => {
      const caller = await server.caller();
      const answer = await report(caller, [
        { name: "FCP", value: 900, id: "v5-9" },
        { ...lcp, delta: 3, entries: [{ startTime: 1 }], navigationType: "navigate" },
      ]);
      expect(answer.body).to.deep.equal({ ingested: 1, skipped: 1 });
      expect((await report(caller, { name: "FCP", value: 900 })).body).to.deep.equal({ ingested: 0, skipped: 1 });
      expect((await report(caller, [])).body).to.deep.equal({ ingested: 0, skipped: 0 });
    });

    it("lets a second report of an id replace the first, also its rating", async () => {
      const caller = await server.caller();
      await report(caller, { name: "CLS", value: 0.02, rating: "good", id: "v5-7" });
      await report(caller, [
        { name: "CLS", value: 0.2, rating: "needs-improvement", id: "v5-7" },
        { name: "INP", value: 80, id: "v5-7" },
      ]);
      await report(caller, [
        { name: "CLS", value: 0.3, rating: "poor", id: "v5-7" },
        { name: "CLS", value: 0.4, rating: "poor", id: "v5-7" },
      ]);
      expect(await points(caller, "rum.cls")).to.deep.equal([[{ __name__: "rum.cls", rating: "poor" }, ["0.4"]]]);
      expect(await points(caller, "rum.inp"), "ids are those of one vital").to.have.lengthOf(1);
    });

    it("makes vitals that come at once points at moments of their own, which a query counts", async () => {
      const caller = await server.caller();
      await report(
        caller,
        Array.from({ length: 30 }, (_, value) => ({ ...lcp, value, id: `v5-${value}` })),
      );
      const [series] = await metrics.query(caller, "rum.lcp[1h]");
      const moments = series?.values?.map(([at]) => at) ?? [];
      expect(new Set(moments).size).to.equal(30);
      expect((moments.at(-1) ?? 0) - (moments[0] ?? 0)).to.be.closeTo(0.029, 1e-6);
      expect((await metrics.query(caller, "count_over_time(rum.lcp[1h])"))[0]?.value?.[1]).to.equal("30");
      expect((await metrics.query(caller, "sum_over_time(rum.lcp[1h])"))[0]?.value?.[1]).to.equal("435");
    });

    it("leaves query, fragment and credentials out of an address, and names odd ratings other", async () => {
      const caller = await server.caller();
      await report(caller, [
        { ...lcp, id: "1", url: "https://ada:secret@shop.example/cart?token=1#top", rating: "superb" },
        { ...lcp, id: "2", url: "/cart?step=2", rating: "poor" },
        { ...lcp, id: "3", url: `${shop}/${"a".repeat(2_000)}` },
      ]);
      const series = await metrics.query(caller, "rum.lcp");
      expect(series.map(({ metric }) => [metric.url, metric.rating])).to.have.deep.members([
        ["https://shop.example/cart", "other"],
        ["/cart", "poor"],
        ["other", "good"],
      ]);
    });

    it("tells so many addresses apart in a day, and calls the others other", async () => {
      const { key, project } = await server.key();
      const caller = { "x-api-key": key };
      await report(caller, { ...lcp, id: "known" });
      await server.database.pool.query(
        `INSERT INTO web_vital_series (project_id, environment, day, url, name, rating)
         SELECT $1, 'test', (now() AT TIME ZONE 'UTC')::date, 'https://shop.example/' || i, 'rum.lcp', ''
         FROM generate_series(1, $2) AS i`,
        [project?.id, maxUrlsPerDay - 2],
      );
      for (const [url, kept] of [
        [`${shop}/last-one`, `${shop}/last-one`],
        [`${shop}/one-too-many`, "other"],
        [lcp.url, lcp.url],
      ] as const) {
        await report(caller, { name: "TTFB", value: 1, url, id: url });
        const [series] = await metrics.query(caller, `rum.ttfb{url="${kept}"}`);
        expect(series?.metric.url, url).to.equal(kept);
      }
    });

    it("takes the token of a page on the project's list, which may read the answer", async () => {
      const { session, reader } = await server.aSession([shop]);
      const answer = await report({ ...session, origin: shop });
      expect(answer.body).to.deep.equal({ ingested: 1, skipped: 0 });
      expect(answer.headers.get("access-control-allow-origin")).to.equal(shop);
      expect(answer.headers.get("vary")).to.match(/Origin/);
      expect(await points(reader, "rum.lcp")).to.have.lengthOf(1);
    });
  });

  describe("400", () => {
    it("names what is no vital, for the page to read, and stores nothing of the body", async () => {
      const { session, reader } = await server.aSession([shop]);
      for (const [body, at] of [
        [{ name: "LCP" }, "/body/value"],
        [{ name: "LCP", value: "fast" }, "/body/value"],
        [{ name: "LCP", value: -0.001 }, "/body/value"],
        [{ name: "LCP", value: 1e12 + 1 }, "/body/value"],
        [[lcp, { name: "Speed", value: 1 }], "/body/1/name"],
        [{ vitals: [{ value: 1 }] }, "/body/vitals/0/name"],
        ["LCP", "/body"],
      ] as const) {
        const answer = await report<Problem>({ ...session, origin: shop }, JSON.stringify(body));
        expectProblem(answer, 400, "VALIDATION_FAILED");
        expect(answer.body.fieldErrors.map(({ path: found }) => found)).to.include(at);
        expect(answer.headers.get("access-control-allow-origin")).to.equal(shop);
      }
      expectProblem(await report({ ...session, origin: shop }, "{"), 400, "MALFORMED_JSON");
      expect(await points(reader, "rum.lcp")).to.deep.equal([]);
    });
  });
});
