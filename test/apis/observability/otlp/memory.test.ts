import { expect } from "chai";
import { otlpHandlers } from "#src/apis/observability/handlers/otlp.ts";
import { Intake, RequestIntake } from "#src/http/intake.ts";
import { encodeMetrics, encodings } from "./requests.ts";

type Handlers = ReturnType<typeof otlpHandlers>;

describe("the memory of metrics by OTLP", () => {
  const points = 1_000;
  const long = "x".repeat(8_000);
  const request = {
    resourceMetrics: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: long } }] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: "m",
                gauge: { dataPoints: Array.from({ length: points }, () => ({ timeUnixNano: "1000000", asDouble: 1 })) },
              },
            ],
          },
        ],
      },
    ],
  };

  for (const encoding of encodings)
    it(`is counted with the labels that each series gets of its resource, in ${encoding}`, async () => {
      const intake = new Intake();
      let held = -1;
      const { exportMetrics } = otlpHandlers({
        metrics: {
          append: async () => {
            held = intake.bytes.held;
            return { samples: 0, histograms: 0, exemplars: 0, duplicates: 0, rejected: [], quotas: [] };
          },
        },
        metricQuotas: { samplesPerMinute: 1, bytesPerMinute: 1 },
        otlpRequestsPerMinute: 1,
      } as unknown as Parameters<typeof otlpHandlers>[0]);
      const call = {
        incoming: { headers: { "content-type": encoding === "json" ? "application/json" : "application/x-protobuf" } },
        intake: new RequestIntake(intake, "somebody"),
        identity: { project: { id: "00000000-0000-4000-8000-000000000000", active: true }, environment: "test" },
        answerHeaders: {},
      };
      const bytes = encodeMetrics(request, encoding);
      expect(bytes.length).to.be.below(200_000);
      type Export = Handlers["exportMetrics"];
      await exportMetrics({ body: { bytes } } as Parameters<Export>[0], call as unknown as Parameters<Export>[1]);
      expect(held).to.be.within(points * long.length, points * (long.length + 100));
    });
});
