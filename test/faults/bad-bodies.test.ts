import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { deepIt } from "#test/support/runs.ts";
import {
  type Answer,
  type Body,
  type IngestOperation,
  ingestOperations,
  operationNames,
  post,
} from "./support/operations.ts";
import { type ServerProcess, Site } from "./support/site.ts";

const gzip = { "content-encoding": "gzip" };

/** Bodies that no operation takes, and what they are answered. */
const bad: Readonly<Record<string, (operation: IngestOperation) => readonly [number, Body, Record<string, string>?]>> =
  {
    "malformed JSON": ({ body }) => [400, body().slice(0, -3)],
    "nothing but a word": () => [400, "undefined"],
    "invalid UTF-8": () => [400, new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    "a NUL byte": ({ body }) => [400, body().replace(/"/, '\0"')],
    "nesting 100,000 levels deep": () => [400, "[".repeat(100_000) + "]".repeat(100_000)],
    "nesting in an unknown field": ({ body }) => [
      400,
      body().replace(/^\[?\{/, (start) => `${start}"x":${"[".repeat(5_000)}${"]".repeat(5_000)},`),
    ],
    "more than its limit": ({ limit }) => [413, " ".repeat(limit + 1)],
    "a bomb that unfolds to a hundred times its limit": ({ limit }) => [413, bombOf(limit * 100), gzip],
    "a gzip stream that breaks off": ({ body }) => [400, gzipSync(body()).subarray(0, -12), gzip],
    "gzip that is none": ({ body }) => [400, body(), gzip],
  };

const bombs = new Map<number, Uint8Array<ArrayBuffer>>();

/** Zeros compress a thousandfold, and once more. */
function bombOf(bytes: number): Uint8Array<ArrayBuffer> {
  const known = bombs.get(bytes);
  if (known !== undefined) return known;
  const member = gzipSync(Buffer.alloc(2 ** 20));
  // RFC 1952, 2.2: members one after another are one stream.
  const bomb = Buffer.concat(Array.from({ length: Math.ceil(bytes / 2 ** 20) }, () => member));
  bombs.set(bytes, bomb);
  return bomb;
}

describe("bad bodies", () => {
  let server: ServerProcess;
  let operations: readonly IngestOperation[];

  const site = opened(() => Site.open({ ACCORD_QUOTA_OTLP_REQUESTS: "1000000" }));
  before(async () => {
    server = await site.start();
    operations = await ingestOperations(site);
  });

  const named = (name: string): IngestOperation => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (operation === undefined) throw new Error(`no ${name}`);
    return operation;
  };

  async function send(operation: IngestOperation, body: Body, headers: Record<string, string> = {}): Promise<Answer> {
    return await post(server, operation, { ...(await operation.credentials()), ...headers }, body);
  }

  for (const name of operationNames) {
    it(`are refused by ${name}, whatever is wrong with them`, async () => {
      for (const [what, make] of Object.entries(bad)) {
        const [status, body, headers] = make(named(name));
        const answer = await send(named(name), body, headers);
        expect(answer.status, `${what}: ${answer.text}`).to.equal(status);
        const refusal = JSON.parse(answer.text);
        // google.rpc.Code INVALID_ARGUMENT.
        expect(refusal, what).to.include(name.startsWith("export") ? { code: 3 } : { status });
      }
    });

    it(`are data to ${name} when they name a prototype`, async () => {
      const operation = named(name);
      const names = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
      const body = operation.body().replace(/^\[?\{/, (start) => start + names);
      expect((await send(operation, body)).status).to.equal(operation.success);
      const clean = await send(operation, operation.body());
      expect([clean.status, clean.text.includes("polluted")]).to.deep.equal([operation.success, false]);
    });
  }

  deepIt("leave the server's memory as it was", async () => {
    const round = async () => {
      for (const make of Object.values(bad)) {
        for (const operation of operations) {
          const [, body, headers] = make(operation);
          await send(operation, body, headers);
        }
      }
    };
    await round();
    await round();
    const before = residentMegabytes(server.pid);
    for (let rounds = 0; rounds < 6; rounds++) await round();
    expect(residentMegabytes(server.pid) - before, "MB more after 300 bad requests").to.be.below(80);
  });
});

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
