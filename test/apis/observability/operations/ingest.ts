/** What the ingest operations promise alike about the shape and size of their bodies. */
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "./refusals.ts";
import type { Answer, Headers } from "./server.ts";

export type Result = Schemas["IngestResult"];
export type StoredEvent = Schemas["StoredEvent"];
export type EventPage = Schemas["EventPage"];

export const bodyLimit = 2 * 1024 * 1024;

export function anEvent(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { level: 50, time: Date.now(), message: "Payment failed", ...given };
}

export const ndjson = (...records: unknown[]) => records.map((record) => JSON.stringify(record)).join("\n");

export const asNdjson: Headers = { "content-type": "application/x-ndjson" };

/** Sends a body with a caller's credentials, which it makes anew for each body where it must. */
export type SendBody = (body: string | Uint8Array<ArrayBuffer>, headers?: Headers) => Promise<Answer<unknown>>;

/** 406, 413 and 415; `event` is one that would be stored, of a few bytes. */
export function refusesBodies(send: SendBody, event: () => Record<string, unknown>): void {
  describe("406", () => {
    it("refuses to answer in another media type than JSON", async () => {
      expectProblem(await send(JSON.stringify(event()), { accept: "text/html" }), 406, "NOT_ACCEPTABLE");
    });
  });

  describe("413", () => {
    it("takes a body of exactly 2 MiB, and refuses one more byte", async () => {
      const text = JSON.stringify(event());
      const full = text + " ".repeat(bodyLimit - text.length);
      expect((await send(full)).status).to.equal(202);
      expectProblem(await send(`${full} `), 413, "PAYLOAD_TOO_LARGE");
    });

    it("refuses a small body that unfolds to more", async () => {
      const bomb = gzipSync(`${JSON.stringify(event())}${" ".repeat(bodyLimit)}`);
      expectProblem(await send(bomb, { "content-encoding": "gzip" }), 413, "PAYLOAD_TOO_LARGE");
    });
  });

  describe("415", () => {
    it("refuses other media types, other character sets and other encodings", async () => {
      const body = JSON.stringify(event());
      for (const headers of [
        { "content-type": "text/plain" },
        { "content-type": "application/json; charset=utf-16" },
        { "content-type": "nonsense" },
        { "content-encoding": "br" },
      ]) {
        expectProblem(await send(body, headers), 415, "UNSUPPORTED_MEDIA_TYPE");
      }
    });
  });
}
