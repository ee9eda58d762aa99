import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect } from "chai";

/** A thread whose 128 MB of arrays become garbage when it says that it is idle, and which tells when a collection has given back most of them. */
const program = `
import { PerformanceObserver } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";
import { getHeapStatistics } from "node:v8";
import { IdleCollection } from ${JSON.stringify(import.meta.resolve("#src/apis/observability/metrics/threads/idle-collection.ts"))};

const heapBytes = () => getHeapStatistics().total_physical_size;
const idle = new IdleCollection();
const atFirst = heapBytes();
let arrays = Array.from({ length: 1_000 }, () => new Array(16_000).fill(0.5));
const grown = heapBytes() - atFirst;
new PerformanceObserver((list) => {
  if (arrays !== null || heapBytes() - atFirst > grown / 4) return;
  parentPort.postMessage({ grown });
  parentPort.close();
}).observe({ entryTypes: ["gc"] });
parentPort.on("message", () => {
  idle.expect(() => {
    arrays = null;
    return true;
  });
});
`;

describe("the garbage of a thread", () => {
  it("is given back when the thread has nothing to do", async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    const ended = once(worker, "exit");
    const said = once(worker, "message");
    worker.postMessage("anything");
    const [{ grown }] = await said;
    expect(grown).to.be.above(100_000_000);
    await ended;
  });
});
