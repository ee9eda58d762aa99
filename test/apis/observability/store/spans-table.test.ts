import { expect } from "chai";
import { blockTable } from "#src/apis/observability/store/blocks/table.ts";
import { spansTable } from "#src/apis/observability/store/spans-table.ts";
import { aSpan, aTenant, spanBatch } from "#test/support/telemetry.ts";
import { turnsOf } from "#test/support/turns.ts";

describe("the spans of a flush", () => {
  const count = 20;
  const long = "v".repeat(64 * 1024 + 1);
  const texts = ["resourceJson", "scopeJson", "name", "traceState", "statusMessage"] as const;

  /** Turns of the event loop until they are written, before they are compressed. */
  function turnsOfStaging(textOf: (index: number) => Parameters<typeof aSpan>[0]): Promise<number> {
    const batch = spanBatch(...Array.from({ length: count }, (_, index) => aSpan(textOf(index))));
    const written = new Error("written");
    const flush = {
      tenant: aTenant(),
      batches: [batch],
      receivedAt: Date.now(),
      sources: { operation() {}, save: () => Promise.reject(written) },
      begun: [{}, { rows: [{ nextBlock: 1, changes: 0 }] }],
    };
    return turnsOf(() =>
      blockTable(spansTable, null, undefined)
        .write(flush as never)
        .catch((error: unknown) => expect(error).to.equal(written)),
    );
  }

  for (const text of texts)
    it(`are written with a pause before each long ${text} that differs from the last`, async () => {
      const different = await turnsOfStaging((index) => ({ [text]: `${long}${index}` }));
      expect(different).to.be.within(count, count + 5);
      expect(await turnsOfStaging(() => ({ [text]: long }))).to.be.at.most(5);
    });
});
