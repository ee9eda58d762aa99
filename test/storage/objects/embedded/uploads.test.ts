import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect } from "chai";
import { converse } from "#test/contract/support/wire.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { bucket, codeOf, TestStore } from "../embedded-store.ts";

describe("embedded object store: uploads", () => {
  const store = opened(() => TestStore.start({ maxObjectBytes: 8 * 1024 * 1024 }));
  afterEach(async () => {
    expect(store.faults, "faults of the store's own").to.deep.equal([]);
    await until(async () => (await store.temporaryFiles()).length === 0);
  });

  async function read(key: string): Promise<string | undefined> {
    const { Body } = await store.sdk().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Body?.transformToString("latin1");
  }

  it("take a buffer and a stream of the SDK, and its checksums in headers", async () => {
    const large = randomBytes(3 * 1024 * 1024);
    await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "buffer", Body: large }));
    expect(await read("buffer")).to.equal(large.toString("latin1"));
    const Body = Readable.from([large.subarray(0, 100_000), large.subarray(100_000)]);
    const put = { Bucket: bucket, Key: "stream", Body, ContentLength: large.length };
    await store.sdk({ requestChecksumCalculation: "WHEN_REQUIRED" }).send(new PutObjectCommand(put));
    expect(await read("stream")).to.equal(large.toString("latin1"));
  });

  it("refuse what a checksum header denies", async () => {
    const put = { Bucket: bucket, Key: "denied", Body: "hello" };
    const client = store.sdk();
    expect(await codeOf(client.send(new PutObjectCommand({ ...put, ChecksumCRC32: "AAAAAA==" })))).to.equal(
      "400 BadDigest",
    );
    expect(
      await codeOf(client.send(new PutObjectCommand({ ...put, ContentMD5: "1B2M2Y8AsgTpgAmY7PhCfg==" }))),
    ).to.equal("400 BadDigest");
    expect(await codeOf(client.send(new PutObjectCommand({ ...put, ChecksumCRC32C: "AAAAAA==" })))).to.equal(
      "501 NotImplemented",
    );
    expect(await codeOf(client.send(new GetObjectCommand({ Bucket: bucket, Key: "denied" })))).to.equal(
      "404 NoSuchKey",
    );
  });

  it("are refused over the largest size, before the body is read", async () => {
    const { url } = await store
      .objects()
      .presignPut("huge", { contentLength: 8 * 1024 * 1024 + 1, expiresInSeconds: 60 });
    const status = await new Promise((resolve, reject) => {
      const headers = { "content-length": 8 * 1024 * 1024 + 1, "if-none-match": "*", expect: "100-continue" };
      const sent = request(url, { method: "PUT", headers }, (answer) => resolve(answer.statusCode));
      sent.on("continue", () => reject(new Error("was asked for the body")));
      sent.on("error", reject);
      sent.on("response", () => sent.destroy());
      sent.flushHeaders();
    });
    expect(status).to.equal(400);
  });

  it("that break off leave nothing behind, and the old object in place", async () => {
    await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "broken/off", Body: "old" }));
    const put = new PutObjectCommand({ Bucket: bucket, Key: "broken/off", ContentLength: 1_000_000 });
    const url = await getSignedUrl(store.sdk(), put, { expiresIn: 60 });
    const { pathname, search, host, port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000\r\n\r\n`);
    socket.write(randomBytes(100_000));
    await until(async () => (await store.temporaryFiles()).length === 1);
    socket.destroy();
    await until(async () => (await store.temporaryFiles()).length === 0);
    expect(await read("broken/off")).to.equal("old");
  });

  it("of one announced object, sixteen at once, take its size of the disk once", async () => {
    const contentLength = 1_000_000;
    const { url } = await store.objects().presignPut("announced", { contentLength, expiresInSeconds: 60 });
    const { pathname, search, host, port } = new URL(url);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${contentLength}\r\nIf-None-Match: *\r\n\r\n`;
    const sent = head + "x".repeat(contentLength - 1);
    const uploads = await Promise.all(Array.from({ length: 16 }, () => converse(Number(port), sent)));
    await until(async () => (await store.temporaryFiles()).length > 0);
    for (let times = 0; times < 20; times++) {
      await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "another", Body: "y" }));
      expect(await store.temporaryFiles()).to.have.length(1);
    }
    for (const { socket } of uploads) socket.write("x");
    await until(() => uploads.every(({ said }) => said() !== ""));
    const statuses = uploads.map(({ said }) => /^HTTP\/1\.1 (\d+)/.exec(said())?.[1]);
    expect(statuses.toSorted()).to.deep.equal(["200", ...Array(15).fill("412")]);
    expect((await read("announced"))?.length).to.equal(contentLength);
    for (const { socket } of uploads) socket.destroy();
  });

  it("of one key, 50 at once, end with one whole object", async () => {
    const client = store.sdk();
    const bodies = Array.from({ length: 50 }, (_, index) => String.fromCharCode(65 + index).repeat(50_000 + index));
    await Promise.all(
      bodies.map((Body) => client.send(new PutObjectCommand({ Bucket: bucket, Key: "contended", Body }))),
    );
    expect(bodies).to.include(await read("contended"));
  });

  it("for a new key alone, 20 at once, end with the one that was first, and are refused ever after", async () => {
    const client = store.sdk();
    const bodies = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index).repeat(50_000 + index));
    const put = (Body: string) =>
      codeOf(client.send(new PutObjectCommand({ Bucket: bucket, Key: "first/wins", Body, IfNoneMatch: "*" })));
    const codes = await Promise.all(bodies.map(put));
    expect(codes.filter((code) => code === "accepted")).to.have.length(1);
    expect(codes.filter((code) => code === "412 PreconditionFailed")).to.have.length(19);
    const winner = bodies[codes.indexOf("accepted")];
    expect(await read("first/wins")).to.equal(winner);
    expect(await put("later")).to.equal("412 PreconditionFailed");
    expect(await read("first/wins")).to.equal(winner);
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "first/wins" }));
    expect(await put("again")).to.equal("accepted");
  });

  it("and deletes of neighbours do not lose each other's folder", async () => {
    const client = store.sdk();
    for (let round = 0; round < 10; round++) {
      const Key = `folder/${round}/deep/kept`;
      const gone = `folder/${round}/deep/gone`;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: gone, Body: "x" }));
      await Promise.all([
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: gone })),
        client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "kept" })),
      ]);
      expect(await read(Key)).to.equal("kept");
    }
  });

  it("survive a restart", async () => {
    await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "lasting", Body: "still here" }));
    await store.stop();
    await store.open();
    expect(await read("lasting")).to.equal("still here");
  });

  it("killed before they were in place leave the old object, and no file after the next start", async () => {
    await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "killed", Body: "old" }));
    await store.stop();
    await writeFile(join(store.directory, "tmp", randomUUID()), "new, but never renamed");
    await store.open();
    expect(await store.temporaryFiles()).to.deep.equal([]);
    expect(await read("killed")).to.equal("old");
  });

  it("under way are finished before the store stops", async () => {
    const { url } = await store.objects().presignPut("draining", { contentLength: 10, expiresInSeconds: 60 });
    const status = new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method: "PUT", headers: { "content-length": 10, "if-none-match": "*" } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sent.on("error", reject);
      sent.write("01234");
      until(async () => (await store.temporaryFiles()).length === 1).then(() => {
        const stopped = store.stop();
        sent.end("56789");
        return stopped;
      }, reject);
    });
    expect(await status).to.equal(200);
    await store.stop();
    await store.open();
    expect(await read("draining")).to.equal("0123456789");
  });

  it("that ask for more than is served are refused, not half done", async () => {
    const client = store.sdk();
    const put = { Bucket: bucket, Key: "asking", Body: "x" };
    for (const condition of [{ IfMatch: "*" }, { IfNoneMatch: '"etag"' }])
      expect(await codeOf(client.send(new PutObjectCommand({ ...put, ...condition })))).to.equal("501 NotImplemented");
    const Body = Readable.from([Buffer.from("x")]);
    const withTrailer = { ...put, Body, ContentLength: 1 };
    for (const asked of [
      { ...put, ServerSideEncryption: "AES256" },
      { ...put, Metadata: { a: "b" } },
      withTrailer,
    ] as const)
      expect(await codeOf(client.send(new PutObjectCommand(asked)))).to.equal("501 NotImplemented");
    const copy = { Bucket: bucket, Key: "copy", CopySource: `${bucket}/lasting` };
    for (const asked of [{ MetadataDirective: "REPLACE" }, { CopySourceIfMatch: "*" }, { IfNoneMatch: "*" }] as const)
      expect(await codeOf(client.send(new CopyObjectCommand({ ...copy, ...asked })))).to.equal("501 NotImplemented");
    expect(await codeOf(client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: "parts" })))).to.equal(
      "501 NotImplemented",
    );
  });

  it("by copying need something to copy, and an address of it that can be read", async () => {
    const client = store.sdk();
    const copy = (CopySource: string) =>
      codeOf(client.send(new CopyObjectCommand({ Bucket: bucket, Key: "copy", CopySource })));
    expect(await copy(`${bucket}/never`)).to.equal("404 NoSuchKey");
    expect(await copy("no-such-bucket/lasting")).to.equal("404 NoSuchBucket");
    expect(await copy(`${bucket}/%ff`)).to.equal("400 InvalidArgument");
    expect(await copy("B/lasting")).to.equal("400 InvalidBucketName");
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: "copied", Body: "x" }));
    expect(await copy(`/${bucket}/copied`)).to.equal("accepted");
  });

  it("need a bucket and a key of at most 1024 bytes", async () => {
    const client = store.sdk();
    const put = { Bucket: bucket, Key: "limits", Body: "x" };
    expect(await codeOf(client.send(new PutObjectCommand({ ...put, Bucket: "no-such-bucket" })))).to.equal(
      "404 NoSuchBucket",
    );
    expect(await codeOf(client.send(new PutObjectCommand({ ...put, Key: "k".repeat(1025) })))).to.equal(
      "400 KeyTooLongError",
    );
  });
});
