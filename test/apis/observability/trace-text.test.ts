import { expect } from "chai";
import { traceListText } from "#src/apis/observability/handlers/trace-text.ts";
import type { OutlinedSpan } from "#src/apis/observability/store/queries/trace-outline.ts";
import { aSpan } from "#test/support/telemetry.ts";
import { turnsOf } from "#test/support/turns.ts";

describe("the text of traces", () => {
  const bytes = 4_000;
  const times = { firstKey: 0, lastKey: 0, minTime: 0, maxTime: 0 };
  const place = { day: 0, partition: 0, bucket: 0, sequence: 0, part: 0, level: 0 };
  const chunk = { blockId: 1, ...place, items: 10_000, bytes: 0, ...times };

  /** Traces of so many spans each, whose attributes have some thousand bytes. */
  function traces(...sizes: readonly number[]) {
    return sizes.map((size, index) => {
      const traceId = String(index).padStart(32, "0");
      return {
        traceId,
        spans: Array.from({ length: size }, (_, at): OutlinedSpan => {
          const place = { traceId, spanId: String(at), receivedAt: 0, chunk, index: at, process: at % 2 };
          return { ...place, reduced: false, bytes };
        }),
        processes: ["even", "odd"].map((serviceName) => ({ serviceName, resourceJson: "[]" })),
        truncated: index === 1,
        withoutSource: false,
      };
    });
  }

  /** Counts what is read. */
  function counting() {
    const attributesJson = JSON.stringify([{ key: "k", value: { stringValue: "é".repeat(bytes / 2) } }]);
    const counts = { reads: 0, spans: 0, largest: 0 };
    return {
      counts,
      reader: {
        async spans(keys: readonly OutlinedSpan[]) {
          counts.reads++;
          counts.spans += keys.length;
          counts.largest = Math.max(counts.largest, keys.length);
          // Of each trace the fourth is gone since.
          return keys.map(({ spanId }) =>
            spanId === "3"
              ? undefined
              : { ...aSpan({ name: spanId, attributesJson }), receivedAt: new Date(), symbolication: null },
          );
        },
      },
    };
  }

  it("is one document, whatever the pieces", async () => {
    const { reader, counts } = counting();
    let text = "";
    for await (const piece of traceListText(traces(0, 400, 1), reader, { total: 3, errors: null })) text += piece;
    const { data, ...rest } = JSON.parse(text);
    expect(rest).to.deep.equal({ total: 3, errors: null });
    expect(data.map(({ spans }: { spans: unknown[] }) => spans.length)).to.deep.equal([0, 399, 1]);
    expect(data[1].spans[2]).to.include({ operationName: "2", processID: "p1" });
    expect(data[1].processes.p2.serviceName).to.equal("odd");
    expect(data[1].warnings).to.have.length(1);
    expect(data[2].warnings).to.equal(null);
    expect(counts.spans).to.equal(401);
  });

  it("is nothing but its frame without traces", async () => {
    let text = "";
    for await (const piece of traceListText([], counting().reader, { total: 0 })) text += piece;
    expect(JSON.parse(text)).to.deep.equal({ data: [], total: 0 });
  });

  async function written(all: ReturnType<typeof traces>) {
    for await (const _ of traceListText(all, counting().reader, {}));
  }

  it("lets the event loop go on between spans, however fast it is read", async () => {
    expect(await turnsOf(() => written(traces(400)))).to.be.at.least(400);
  });

  it("lets the event loop go on between processes, whose resources may be long", async () => {
    const processes = Array.from({ length: 400 }, () => ({ serviceName: "shop", resourceJson: "[]" }));
    const long = traces(0).map((trace) => ({ ...trace, processes }));
    expect(await turnsOf(() => written(long))).to.be.at.least(400);
  });

  it("is read no further than its client takes it", async () => {
    const { reader, counts } = counting();
    const pieces = traceListText(traces(10_000), reader, {});
    await pieces.next();
    expect(counts.reads).to.equal(1);
    expect(counts.spans * bytes).to.be.at.most(600_000);
    for (let piece = 0; piece < 50; piece++) await pieces.next();
    expect(counts.spans).to.be.below(10_000 / 5);
    expect(counts.largest * bytes).to.be.at.most(600_000);
    await pieces.return();
    expect(counts.spans).to.be.below(10_000 / 5);
  });
});
