import { expect } from "chai";
import { createMetrics, serveMetrics } from "#src/http/metrics.ts";

/** When every exchange of these tests ends. */
const end = 60_000;

/** An exchange that began `seconds` before its end. */
const answered = (operationId: string, seconds: number) => ({
  requestId: "r",
  operationId,
  route: "/pets",
  startedAt: end - seconds * 1000,
  remoteAddress: "127.0.0.1",
  failure: null,
  incoming: { method: "GET" },
});

describe("metrics", () => {
  it("count answers by operation and status, in buckets of time that include the faster ones", async () => {
    const { registry, observe } = createMetrics(() => end);
    observe(answered("listPets", 0.0001), 200);
    observe(answered("listPets", 0.03), 200);
    observe(answered("listPets", 20), 200);
    observe(answered("listPets", 0.0001), 404);
    observe(answered("", 0.0001), 404);
    const text = await registry.metrics();
    const value = (series: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1],
      );
    const bucket = (le: string) =>
      value(`accord_http_request_duration_seconds_bucket{le="${le}",operation="listPets",status="200"}`);
    expect(["0.0005", "0.025", "0.05", "10", "+Inf"].map(bucket)).to.deep.equal([1, 1, 2, 2, 3]);
    const count = (operation: string, status: number) =>
      value(`accord_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`);
    expect([count("listPets", 200), count("listPets", 404), count("none", 404)]).to.deep.equal([3, 1, 1]);
    expect(value('accord_http_request_duration_seconds_sum{operation="listPets",status="200"}')).to.be.closeTo(
      20.0301,
      1e-6,
    );
    expect(text).to.match(/# TYPE accord_http_request_duration_seconds histogram/);
  });

  it("are served in Prometheus' text format on a port of their own", async () => {
    const { registry, breaches } = createMetrics();
    breaches.inc({ operation: "listPets" });
    const server = await serveMetrics(registry, "127.0.0.1", 0);
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    const text = await response.text();
    await server.close();
    expect(response.headers.get("content-type")).to.match(/^text\/plain; version=0\.0\.4/);
    expect(text).to.contain('accord_contract_breaches_total{operation="listPets"} 1');
    expect(text).to.contain("process_cpu_seconds_total");
  });
});
