import { expect } from "chai";
import { createMetrics } from "#src/http/metrics.ts";
import { aDocument, anything } from "#test/contract/support/document.ts";
import { bindLoosely, echo } from "#test/contract/support/serve.ts";
import { serveApi } from "#test/support/http-server.ts";
import { until } from "#test/support/until.ts";

const api = bindLoosely(
  aDocument({ paths: { "/things": { get: { operationId: "listThings", responses: anything } } } }),
  { handlers: { listThings: echo } },
);

describe("load shedding", () => {
  it("answers new requests 503 with Retry-After while the event loop is late, probes never, and stops when it is not", async () => {
    const metrics = createMetrics();
    const server = await serveApi(api, "", { metrics, mostDelayMs: 60 });
    const blocking = setInterval(() => {
      for (const end = performance.now() + 200; performance.now() < end; );
    }, 1);
    try {
      const get = (path: string) => fetch(server.url + path);
      let refused: Response | undefined;
      await until(async () => {
        const answer = await get("/things");
        if (answer.status === 503) refused = answer;
        return refused !== undefined;
      });
      expect(Number(refused?.headers.get("retry-after"))).to.be.above(0);
      expect(await refused?.json()).to.include({ status: 503, code: "OVERLOADED" });
      expect((await get("/healthz")).status).to.equal(200);
      expect((await get("/readyz")).status).to.equal(200);
      const { values } = await metrics.shed.get();
      expect(values.find(({ labels }) => labels.reason === "event_loop")?.value).to.be.above(0);
      clearInterval(blocking);
      await until(async () => (await get("/things")).status === 200);
    } finally {
      clearInterval(blocking);
      await server.close({ patienceMs: 0 });
    }
  });
});
