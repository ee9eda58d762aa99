import { expect } from "chai";
import { labelName, metricName } from "#src/apis/observability/metrics/otlp/names.ts";

describe("names of metrics", () => {
  for (const [name, unit, kind, translated] of [
    ["http.server.duration", "ms", "other", "http_server_duration_milliseconds"],
    ["http.server.request.duration", "s", "other", "http_server_request_duration_seconds"],
    ["requests", "", "counter", "requests_total"],
    ["requests_total", "", "counter", "requests_total"],
    ["total.requests", "{request}", "counter", "requests_total"],
    ["disk.io", "By", "counter", "disk_io_bytes_total"],
    ["memory.bytes", "By", "gauge", "memory_bytes"],
    ["cpu.utilization", "1", "gauge", "cpu_utilization_ratio"],
    ["cpu.utilization", "1", "other", "cpu_utilization"],
    ["net.rate", "By/s", "gauge", "net_rate_bytes_per_second"],
    ["net.packets", "{packet}/s", "gauge", "net_packets_per_second"],
    ["temperature", "Cel", "gauge", "temperature_celsius"],
    ["odd", "valueOf/__proto__", "gauge", "odd_valueOf_per_proto"],
    ["2xx", "", "gauge", "_2xx"],
    ["a..b--c", "", "gauge", "a_b_c"],
    ["job:rule", "", "gauge", "job:rule"],
    ["größe", "", "gauge", "gr_e"],
    ["...", "", "gauge", "_"],
  ] as const)
    it(`are Prometheus's: ${name} in "${unit}" as ${kind} is ${translated}`, () => {
      const given = { name, unit, counter: kind === "counter", gauge: kind === "gauge" };
      expect(metricName(given)).to.equal(translated);
    });
});

describe("names of labels", () => {
  it("are Prometheus's", () => {
    expect(["http.route", "9th", "_private", "__own", "ok_1", "ü"].map(labelName)).to.deep.equal([
      "http_route",
      "key_9th",
      "key_private",
      "__own",
      "ok_1",
      "key_",
    ]);
  });
});
