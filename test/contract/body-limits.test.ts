import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { defaultBodyLimit } from "#src/contract/operation.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, problems } from "./support/document.ts";
import { echo, post, problemOf, serve } from "./support/serve.ts";
import { open } from "./support/wire.ts";

const anObject = { type: "object", additionalProperties: true };

describe("body limits", () => {
  const wire = 10_000;
  const decoded = 50_000;
  let handled = 0;
  const served = opened(async () => {
    const operation = (operationId: string, limits: object) => ({
      post: {
        operationId,
        requestBody: {
          required: true,
          content: { "application/octet-stream": {}, "application/json": { schema: anObject } },
          ...limits,
        },
        responses: { ...anything, ...problems(413) },
      },
    });
    const size = ({ body }: { body: unknown }) => {
      handled++;
      return { status: 200, body: { size: Buffer.isBuffer(body) ? body.length : JSON.stringify(body).length } };
    };
    return serve(
      aDocument({
        paths: {
          "/default": operation("sendDefault", {}),
          "/small": operation("sendSmall", {
            "x-accord-body-limit": wire,
            "x-accord-decoded-limit": decoded,
            "x-accord-encodings": ["gzip", "deflate", "snappy"],
          }),
        },
      }),
      { handlers: { sendDefault: size, sendSmall: size } },
    );
  });
  const send = (path: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    post(served.url + path, bytes, { "Content-Type": "application/octet-stream", ...headers });

  it(`are ${defaultBodyLimit} bytes where the document names none`, async () => {
    expect((await send("/default", new Uint8Array(defaultBodyLimit))).status).to.equal(200);
    expect((await send("/default", new Uint8Array(defaultBodyLimit + 1))).status).to.equal(413);
  });

  it("hold for the bytes on the wire, to the byte", async () => {
    expect(await (await send("/small", new Uint8Array(wire))).json()).to.deep.equal({ size: wire });
    const problem = await problemOf(await send("/small", new Uint8Array(wire + 1)));
    expect(problem).to.include({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    expect(problem.detail).to.contain(String(wire));
  });

  it("know gzip by its old name too", async () => {
    const packed = gzipSync(Buffer.alloc(decoded, "a"));
    expect(await (await send("/small", packed, { "Content-Encoding": "X-GZIP" })).json()).to.deep.equal({
      size: decoded,
    });
    expect((await send("/default", packed, { "Content-Encoding": "x-gzip" })).status).to.equal(415);
  });

  it("hold for chunked bodies, whose length nobody declared", async () => {
    const before = handled;
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(4_000));
      },
    });
    const response = await fetch(`${served.url}/small`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: chunks,
      duplex: "half",
    } as RequestInit).then(
      ({ status }) => status,
      () => 413, // The server may hang up on a client that never ends.
    );
    expect(response).to.equal(413);
    expect(handled).to.equal(before);
  });

  it("are checked before a byte is read when the length is declared", async () => {
    const socket = await open(
      served.port,
      "POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 999999999999\r\n\r\n",
    );
    const answer = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
    socket.destroy();
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
  });

  for (const encoding of ["gzip", "deflate"] as const)
    it(`hold for what ${encoding} unpacks to, to the byte`, async () => {
      const { deflateSync } = await import("node:zlib");
      const pack = encoding === "gzip" ? gzipSync : deflateSync;
      const headers = { "Content-Encoding": encoding };
      const fits = await send("/small", pack(Buffer.alloc(decoded)), headers);
      expect(await fits.json()).to.deep.equal({ size: decoded });
      const problem = await problemOf(await send("/small", pack(Buffer.alloc(decoded + 1)), headers));
      expect(problem).to.include({ status: 413, code: "PAYLOAD_TOO_LARGE" });
      expect(problem.detail).to.contain("after decompression");
    });

  it("a gzip bomb costs no memory", async () => {
    const bomb = gzipSync(Buffer.alloc(9_500_000));
    expect(bomb.length).to.be.below(wire);
    const headers = { "Content-Encoding": "gzip" };
    await send("/small", bomb, headers);
    const before = process.memoryUsage();
    for (let round = 0; round < 20; round++) expect((await send("/small", bomb, headers)).status).to.equal(413);
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).to.be.below(8_000_000);
    expect(after.rss - before.rss).to.be.below(64_000_000);
  });
});

describe("Content-Encoding", () => {
  const served = opened(async () => {
    const body = {
      required: true,
      content: { "application/json": { schema: anObject } },
      "x-accord-encodings": ["gzip", "deflate", "snappy"],
    };
    return serve(
      aDocument({
        paths: {
          "/packed": { post: { operationId: "sendPacked", requestBody: body, responses: anything } },
          "/plain": {
            post: {
              operationId: "sendPlain",
              requestBody: { content: body.content },
              responses: anything,
            },
          },
        },
      }),
      { handlers: { sendPacked: echo, sendPlain: echo } },
    );
  });
  const send = (path: string, bytes: Uint8Array, encoding: string) =>
    post(served.url + path, bytes, { "Content-Type": "application/json", "Content-Encoding": encoding });
  const value = { text: "abc".repeat(1000) };
  const plain = Buffer.from(JSON.stringify(value));

  it("gzip, deflate (with and without its zlib wrapper), snappy and identity are undone", async () => {
    const zlib = await import("node:zlib");
    const { compressSync } = await import("snappy");
    const packed: [string, Uint8Array][] = [
      ["gzip", zlib.gzipSync(plain)],
      ["GZIP", zlib.gzipSync(plain)],
      ["deflate", zlib.deflateSync(plain)],
      ["deflate", zlib.deflateRawSync(plain)],
      ["snappy", compressSync(plain)],
      ["identity", plain],
      ["Identity", plain],
    ];
    for (const [encoding, bytes] of packed)
      expect(await (await send("/packed", bytes, encoding)).json(), encoding).to.deep.include({ body: value });
  });

  it("others are refused with 415 and the list of those that are taken", async () => {
    for (const encoding of ["br", "gzip, gzip", "zstd", "x".repeat(500)]) {
      const response = await send("/packed", plain, encoding);
      expect(response.status).to.equal(415);
      expect(response.headers.get("accept-encoding")).to.equal("identity, gzip, deflate, snappy");
      expect((await problemOf(response)).detail.length).to.be.below(250);
    }
    expect((await send("/plain", gzipSync(plain), "gzip")).status).to.equal(415);
  });

  for (const encoding of ["gzip", "deflate", "snappy"])
    it(`a body that is not ${encoding} after all is MALFORMED_BODY`, async () => {
      for (const bytes of [plain, new Uint8Array([0x1f, 0x8b, 8]), new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff])])
        expect(await problemOf(await send("/packed", bytes, encoding))).to.include({
          status: 400,
          code: "MALFORMED_BODY",
        });
    });

  it("a cut gzip stream is MALFORMED_BODY, small or large", async () => {
    const { randomBytes } = await import("node:crypto");
    for (const size of [100, 300_000]) {
      const cut = gzipSync(JSON.stringify({ noise: randomBytes(size).toString("hex") })).subarray(0, -10);
      expect(await problemOf(await send("/packed", cut, "gzip"))).to.include({ code: "MALFORMED_BODY" });
    }
  });
});
