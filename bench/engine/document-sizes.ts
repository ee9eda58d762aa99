/**
 * What a document of 1,000 operations costs against one of 10: the boot, the memory, and the CPU time of a request, with
 * requests to all operations alike. Each size is served by a process of its own, from generated validators, as an API is.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import autocannon from "autocannon";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { generateValidators } from "../../scripts/generate/validators.ts";
import { type Child, cpuMicros, median, residentBytes, startChild } from "../process.ts";
import { budget, table } from "../report.ts";
import { body, document as small } from "./document.ts";

const sizes = [10, 100, 1_000];
const rounds = 5;
const secondsPerRound = 3;
/** Requests that each connection goes through in turn; of a large document, every so-manieth operation. */
const requestsInTurn = 200;

interface Started {
  readonly port: number;
  readonly bootMs: number;
}

export async function benchDocumentSizes(): Promise<void> {
  // Generated validators use parts of Ajv, which are looked for in the folders above them.
  const folder = mkdtempSync(join(import.meta.dirname, "..", "..", "node_modules", ".cache", "bench-"));
  const children: Child[] = [];
  try {
    for (const size of sizes) {
      const document = documentOf(size);
      writeFileSync(join(folder, `${size}.json`), JSON.stringify(document));
      writeFileSync(join(folder, `${size}.cjs`), generateValidators(document));
      children.push(await startChild(join(import.meta.dirname, "serve-document.ts"), [join(folder, String(size))]));
    }
    const costs = sizes.map((): number[] => []);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [index, size] of sizes.entries()) {
        const cost = await costOf(children[index] as Child, size);
        if (round > 0) costs[index]?.push(cost);
      }
    report(children, costs.map(median));
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(children: readonly Child[], costs: readonly number[]): void {
  const started = children.map(({ firstLine }) => JSON.parse(firstLine) as Started);
  table(
    ["engine: a document of", "boot ms", "memory MB", "CPU µs/request"],
    sizes.map((size, index) => [
      `${size} operations`,
      (started[index]?.bootMs ?? 0).toFixed(0),
      (residentBytes(children[index]?.pid ?? 0) / 2 ** 20).toFixed(0),
      (costs[index] ?? 0).toFixed(1),
    ]),
  );
  budget("CPU of a request, 10 operations / 1,000", (costs[0] ?? 0) / (costs.at(-1) ?? 1), 0.95);
}

/** CPU time of one request (µs), half of them POSTs of 1 KB, over all operations. */
async function costOf(child: Child, size: number): Promise<number> {
  const { port } = JSON.parse(child.firstLine) as Started;
  const before = cpuMicros(child.pid);
  const { requests, non2xx, errors } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 32,
    duration: secondsPerRound,
    requests: Array.from({ length: requestsInTurn }, (_, index) =>
      requestTo(Math.floor((index * size) / requestsInTurn)),
    ),
  });
  if (non2xx + errors > 0) throw new Error(`${size} operations: ${non2xx + errors} requests failed`);
  return (cpuMicros(child.pid) - before) / requests.total;
}

function requestTo(index: number): autocannon.Request {
  const path = `/shops/7/section-${index % 40}/orders-${index}`;
  const headers = { "content-type": "application/json" };
  return index % 2 === 0 ? { method: "POST", path, headers, body } : { method: "GET", path: `${path}?page=3` };
}

/** Operations in 40 sections, half of them with bodies; every schema differs a little from the others. */
function documentOf(size: number): OpenApiDocument {
  const post = small.paths["/orders"]?.post as unknown as {
    requestBody: { content: Record<string, { schema: { properties: Record<string, JsonSchema> } }> };
    responses: object;
  };
  const order = post.requestBody.content["application/json"]?.schema ?? { properties: {} };
  const paths: Record<string, object> = {};
  for (let index = 0; index < size; index++) {
    const shopId = { name: "shopId", in: "path", required: true, schema: { type: "integer", maximum: 1_000 + index } };
    const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1, maximum: 1_000 + index } };
    const schema = {
      ...order,
      properties: { ...order.properties, [`extra${index}`]: { type: "string", maxLength: 9 } },
    };
    const { responses } = post;
    paths[`/shops/{shopId}/section-${index % 40}/orders-${index}`] =
      index % 2 === 0
        ? {
            post: {
              operationId: `create${index}`,
              parameters: [shopId],
              requestBody: { required: true, content: { "application/json": { schema } } },
              responses,
            },
          }
        : { get: { operationId: `read${index}`, parameters: [shopId, page], responses } };
  }
  return { ...small, paths } as unknown as OpenApiDocument;
}
