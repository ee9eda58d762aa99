import { queriesAsDocumented, quotaQueries } from "./queries.ts";
import { observabilityServer } from "./server.ts";

/** What it does to crashes: test/apis/observability/symbols/symbolication.test.ts. */
describe("reprocessCrashes", () => {
  const server = observabilityServer({ quotaQueries });
  queriesAsDocumented({
    server,
    send: (headers) => server.send("POST", "/api/v1/monitor/debug-symbols/uploads/reprocess", headers),
    scopes: ["symbols:reprocess"],
  });
});
