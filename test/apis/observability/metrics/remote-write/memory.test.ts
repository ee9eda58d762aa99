import { expect } from "chai";
import { remoteWriteHandlers } from "#src/apis/observability/handlers/remote-write.ts";
import { Intake, RequestIntake } from "#src/http/intake.ts";
import { type SeriesMessage, writeV1, writeV2 } from "./requests.ts";

type WriteMetrics = ReturnType<typeof remoteWriteHandlers>["writeMetrics"];

describe("the memory of a remote write", () => {
  /** What a request of these series holds while it waits for its commit, in bytes, beside its body. */
  async function heldOf(version: "v1" | "v2", series: readonly SeriesMessage[]): Promise<number> {
    const intake = new Intake();
    let held = -1;
    const { writeMetrics } = remoteWriteHandlers({
      store: {
        append: async () => {
          held = intake.bytes.held;
          return { samples: 0, histograms: 0, exemplars: 0, duplicates: 0, rejected: [], quotas: [] };
        },
      },
      requestsPerMinute: 1,
      metricQuotas: { samplesPerMinute: 1, bytesPerMinute: 1 },
    });
    const bytes = version === "v1" ? writeV1(series) : writeV2(series);
    const type =
      version === "v1" ? "application/x-protobuf" : "application/x-protobuf;proto=io.prometheus.write.v2.Request";
    const call = {
      incoming: { headers: { "content-type": type, "content-encoding": "snappy" } },
      intake: new RequestIntake(intake, "somebody"),
      identity: { project: { id: "00000000-0000-4000-8000-000000000000", active: true }, environment: "test" },
      answerHeaders: {},
    };
    await writeMetrics(
      { body: { bytes } } as Parameters<WriteMetrics>[0],
      call as unknown as Parameters<WriteMetrics>[1],
    );
    return held;
  }

  const text = "x".repeat(16_000);
  const series = Array.from({ length: 100 }, (_, i) => ({ labels: { __name__: "m", a: text, b: text, i: String(i) } }));

  it("counts labels that the body names again and again", async () => {
    expect(await heldOf("v2", series)).to.be.within(3_200_000, 3_300_000);
  });

  it("counts labels that lie in the body once", async () => {
    expect(await heldOf("v1", series)).to.equal(0);
  });
});
