/** What both OTLP operations answer alike. */
import { deflateSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import { expectRpcStatus } from "#test/support/refusals.ts";
import { encodeMessage, otlp } from "../otlp/requests.ts";
import type { Answer, Headers, ObservabilityServer } from "./server.ts";

export const asProtobuf: Headers = { "content-type": "application/x-protobuf" };

/** A request in protobuf, given in OTLP's JSON form. */
export const encoded = (message: string, request: object) =>
  new Uint8Array(encodeMessage(message, request as Record<string, unknown>));

export const decoded = (message: string, bytes: Buffer): object => otlp.lookupType(message).decode(bytes).toJSON();

export interface ExportOperation {
  readonly server: ObservabilityServer;
  readonly path: string;
  /** The name of the request message. */
  readonly message: string;
  /** A request of one record that is new each time. */
  readonly request: () => object;
  /** A request of which `records` is no list. */
  readonly malformed: object;
}

/** Success in every encoding, and every refusal as google.rpc.Status in the encoding of the request. */
export function exportsAsDocumented({ server, path, message, request, malformed }: ExportOperation): void {
  const send = (headers: Headers, body: unknown = request()) => server.post<object>(path, body, headers);
  const sendProtobuf = (headers: Headers, body: Uint8Array<ArrayBuffer> | string = encoded(message, request())) =>
    send({ ...headers, ...asProtobuf }, body);

  /** The Status of an answer in protobuf. */
  function expectProtobufStatus(answer: Answer<unknown>, status: number): { message: string } {
    expect([answer.status, answer.headers.get("content-type")]).to.deep.equal([status, "application/x-protobuf"]);
    const read = decoded("RpcStatus", answer.bytes) as { code: number; message: string };
    expect(read.code).to.equal(rpcCodeOf(status));
    return read;
  }

  describe("200 in every encoding", () => {
    it("answers JSON with an empty object, and protobuf with an empty message", async () => {
      const caller = await server.caller();
      const json = await send(caller);
      expect([json.status, json.headers.get("content-type"), json.body]).to.deep.equal([200, "application/json", {}]);
      const protobuf = await sendProtobuf(caller);
      expect([protobuf.status, protobuf.headers.get("content-type"), protobuf.bytes.length]).to.deep.equal([
        200,
        "application/x-protobuf",
        0,
      ]);
    });

    it("unfolds gzip and deflate", async () => {
      const caller = await server.caller();
      const text = () => JSON.stringify(request());
      expect((await send({ ...caller, "content-encoding": "gzip" }, gzipSync(text()))).status).to.equal(200);
      expect((await send({ ...caller, "content-encoding": "deflate" }, deflateSync(text()))).status).to.equal(200);
    });

    it("takes an empty body in either encoding, or without any, as success", async () => {
      const caller = await server.caller();
      expect(await send(caller, "")).to.deep.include({ status: 200, body: {} });
      expect(await server.send("POST", path, { headers: caller })).to.deep.include({ status: 200, body: {} });
      const protobuf = await sendProtobuf(caller, "");
      expect([protobuf.status, protobuf.headers.get("content-type")]).to.deep.equal([200, "application/x-protobuf"]);
    });

    it("answers in the encoding of the request, whatever it says to accept", async () => {
      const caller = await server.caller();
      for (const accept of ["text/html", "application/x-protobuf", "*/*"]) {
        expect((await send({ ...caller, accept })).headers.get("content-type")).to.equal("application/json");
      }
      const answer = await sendProtobuf({ ...caller, accept: "application/json" });
      expect(answer.headers.get("content-type")).to.equal("application/x-protobuf");
    });
  });

  describe("400", () => {
    it("says what is wrong with the body, in its encoding", async () => {
      const caller = await server.caller();
      const malformedJson = await send(caller, malformed);
      expectRpcStatus(malformedJson, 400);
      expect((malformedJson.body as { message: string }).message).to.match(/^\/resource/);
      expectRpcStatus(await send(caller, "{"), 400);
      expectRpcStatus(await send(caller, "[]"), 400);
      expect(expectProtobufStatus(await sendProtobuf(caller, "garbage"), 400).message).to.match(/protobuf/);
      expectProtobufStatus(await sendProtobuf({ ...caller, "content-encoding": "gzip" }, "garbage"), 400);
    });
  });
}
