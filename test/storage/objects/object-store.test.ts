import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Readable } from "node:stream";
import { S3ServiceException } from "@aws-sdk/client-s3";
import { expect } from "chai";
import { openObjectStore } from "#src/storage/objects/object-store.ts";
import { opened } from "#test/support/opened.ts";
import { bucket, credentials, region, TestStore, textOf } from "./embedded-store.ts";

describe("object store", () => {
  const store = opened(() => TestStore.start());

  async function failure(promise: Promise<unknown>): Promise<Error> {
    try {
      await promise;
    } catch (error) {
      if (error instanceof Error) return error;
    }
    throw new Error("expected a rejection");
  }

  it("gives back what was put, with its type and size", async () => {
    const objects = store.objects();
    await objects.put("shop/reports/1.csv", Buffer.from("a;b\n"), { contentType: "text/csv" });
    const found = await objects.get("shop/reports/1.csv");
    expect(await textOf(found?.body)).to.equal("a;b\n");
    expect(found).to.include({ size: 4, contentLength: 4, contentType: "text/csv" });
    expect(await objects.head("shop/reports/1.csv")).to.include({ size: 4, contentType: "text/csv" });
  });

  it("replaces the object that had the key", async () => {
    const objects = store.objects();
    await objects.put("shop/twice", Buffer.from("first and longer"));
    await objects.put("shop/twice", Buffer.from("second"));
    expect(await textOf((await objects.get("shop/twice"))?.body)).to.equal("second");
  });

  it("keeps empty objects", async () => {
    const objects = store.objects();
    await objects.put("shop/empty", Buffer.alloc(0));
    const found = await objects.get("shop/empty");
    expect(found?.size).to.equal(0);
    expect(await textOf(found?.body)).to.equal("");
  });

  it("streams a body of several megabytes both ways", async () => {
    const objects = store.objects();
    const bytes = randomBytes(5 * 1024 * 1024);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const pieces = Array.from({ length: 5 }, (_, index) => bytes.subarray(index * 1048576, (index + 1) * 1048576));
    await objects.put("shop/large", Readable.from(pieces), { contentLength: bytes.length, sha256 });
    const hash = createHash("sha256");
    for await (const chunk of (await objects.get("shop/large"))?.body ?? []) hash.update(chunk);
    expect(hash.digest("hex")).to.equal(sha256);
  });

  it("refuses bytes that do not have the given SHA-256, and keeps the old object", async () => {
    const objects = store.objects();
    await objects.put("shop/guarded", Buffer.from("good"));
    const sha256 = createHash("sha256").update("good").digest("hex");
    expect(await failure(objects.put("shop/guarded", Buffer.from("evil"), { sha256 }))).to.have.property(
      "name",
      "BadDigest",
    );
    expect(await textOf((await objects.get("shop/guarded"))?.body)).to.equal("good");
  });

  for (const [what, contentLength] of [
    ["more", 4],
    ["less", 6],
  ] as const) {
    it(`refuses a stream with ${what} bytes than declared, and stores nothing`, async () => {
      const objects = store.objects();
      const body = Readable.from([Buffer.from("hel"), Buffer.from("lo")]);
      const error = await failure(objects.put("shop/mismatch", body, { contentLength }));
      expect(error.message).to.contain(`${what} than the ${contentLength} bytes`);
      expect(await objects.head("shop/mismatch")).to.equal(null);
      expect(body.destroyed).to.equal(true);
    });
  }

  it("passes on the error of a stream that breaks", async () => {
    const body = new Readable({
      read() {
        this.destroy(new Error("the disk is gone"));
      },
    });
    const error = await failure(store.objects().put("shop/broken", body, { contentLength: 5 }));
    expect(error.message).to.equal("the disk is gone");
  });

  it("destroys the stream when the store refuses the object", async () => {
    const elsewhere = openObjectStore({ endpoint: store.endpoint, region, bucket: "no-such-bucket", credentials });
    const body = Readable.from([Buffer.from("hello")]);
    const error = await failure(elsewhere.put("shop/a", body, { contentLength: 5 }));
    elsewhere.close();
    expect(error.name).to.equal("NoSuchBucket");
    expect(body.destroyed).to.equal(true);
  });

  it("reads ranges, and says the whole size with them", async () => {
    const objects = store.objects();
    await objects.put("shop/digits", Buffer.from("0123456789"));
    const middle = await objects.get("shop/digits", { range: { start: 2, end: 4 } });
    expect(await textOf(middle?.body)).to.equal("234");
    expect(middle).to.include({ size: 10, contentLength: 3 });
    const rest = await objects.get("shop/digits", { range: { start: 7 } });
    expect(await textOf(rest?.body)).to.equal("789");
    expect(await failure(objects.get("shop/digits", { range: { start: 10 } }))).to.have.property(
      "name",
      "InvalidRange",
    );
  });

  it("answers null for what does not exist", async () => {
    const objects = store.objects();
    expect(await objects.get("shop/never")).to.equal(null);
    expect(await objects.head("shop/never")).to.equal(null);
  });

  it("deletes, and does not mind when there is nothing to delete", async () => {
    const objects = store.objects();
    await objects.put("shop/old", Buffer.from("x"));
    await objects.delete("shop/old");
    await objects.delete("shop/old");
    expect(await objects.head("shop/old")).to.equal(null);
  });

  it("copies an object, which stays as it was when the first one changes or goes", async () => {
    const objects = store.objects();
    const [from, to] = ["shop/a copy's säurce+%41", "shop/copies/1"];
    await objects.put(from, Buffer.from("first"), { contentType: "text/csv" });
    for (const times of ["once", "twice"]) expect(await objects.copy(from, to), times).to.equal(true);
    expect(await store.temporaryFiles()).to.deep.equal([]);
    await objects.put(from, Buffer.from("second"));
    expect(await textOf((await objects.get(to))?.body)).to.equal("first");
    expect(await objects.head(to)).to.include({ size: 5, contentType: "text/csv" });
    expect(await objects.copy(from, to)).to.equal(true);
    await objects.delete(from);
    expect(await textOf((await objects.get(to))?.body)).to.equal("second");
    expect(await objects.copy(from, to)).to.equal(false);
    expect(await textOf((await objects.get(to))?.body)).to.equal("second");
  });

  it("lists a prefix over several pages, in the order of the bytes", async () => {
    const objects = store.objects();
    const keys = ["list/a", "list/a-b", "list/a/b", "list/a/c/d", "list/a0", "list/é", "list/Z"];
    await Promise.all([...keys, "lisu", "lis"].map((key) => objects.put(key, Buffer.from(key))));
    const listed: string[] = [];
    for await (const key of objects.list("list/", { pageSize: 2 })) listed.push(key);
    expect(listed).to.deep.equal(["list/Z", "list/a", "list/a-b", "list/a/b", "list/a/c/d", "list/a0", "list/é"]);
  });

  for (const key of ["", "/a", "a/", "a//b", "a/../b", "./a", "a\nb", "\ud800", "é".repeat(513)]) {
    it(`refuses the key ${JSON.stringify(key.slice(0, 8))} (${key.length} characters)`, async () => {
      expect(await failure(store.objects().put(key, Buffer.from("x")))).to.be.instanceOf(RangeError);
    });
  }

  it("is ready when its bucket answers, and creates the bucket only once", async () => {
    const objects = openObjectStore({ endpoint: store.endpoint, region, bucket: "fresh-bucket", credentials });
    expect(await failure(objects.ready())).to.have.property("name", "NotFound");
    await Promise.all([objects.ensureBucket(), objects.ensureBucket()]);
    await objects.ready();
    await objects.ensureBucket();
    objects.close();
  });

  it("is not ready when nothing listens", async () => {
    const gone = await TestStore.start();
    const objects = gone.objects();
    await gone.stop();
    expect(await failure(objects.ready())).to.be.instanceOf(Error);
    await gone.remove();
  });

  it("fails at once, and is not ready, when the store switches protocols instead of answering", async () => {
    let asked = 0;
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        asked++;
        socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const objects = openObjectStore({ endpoint, region, bucket, credentials });
    const body = Readable.from([Buffer.from("hello")]);
    for (const ask of [
      () => objects.ready(),
      () => objects.get("shop/a"),
      () => objects.put("shop/a", Buffer.from("hello")),
      () => objects.put("shop/a", body, { contentLength: 5 }),
    ]) {
      const error = await failure(ask());
      expect(error, String(error)).to.be.instanceOf(S3ServiceException);
      expect(error).to.have.nested.property("$metadata.httpStatusCode", 101);
    }
    expect(asked).to.equal(4);
    expect(body.destroyed).to.equal(true);
    objects.close();
    server.close();
    await once(server, "close");
  });

  describe("presigned addresses", () => {
    it("take exactly the declared bytes, without any key", async () => {
      const objects = store.objects();
      const presigned = await objects.presignPut("shop/upload", {
        contentLength: 5,
        contentType: "text/plain",
        expiresInSeconds: 60,
      });
      expect(presigned.headers).to.deep.equal({
        "content-length": "5",
        "content-type": "text/plain",
        "if-none-match": "*",
      });
      const put = await fetch(presigned.url, { method: "PUT", headers: presigned.headers, body: "hello" });
      expect(put.status).to.equal(200);
      expect(await objects.head("shop/upload")).to.include({ size: 5, contentType: "text/plain" });
    });

    it("are where clients reach the store, when they do under another address", async () => {
      const publicEndpoint = store.endpoint.replace("127.0.0.1", "localhost");
      const objects = store.objects({ publicEndpoint });
      const { url, headers } = await objects.presignPut("shop/outside", { contentLength: 5, expiresInSeconds: 60 });
      expect(url).to.match(/^http:\/\/localhost:/);
      expect((await fetch(url, { method: "PUT", headers, body: "hello" })).status).to.equal(200);
      expect(await textOf((await objects.get("shop/outside"))?.body)).to.equal("hello");
    });

    it("are good once: other bytes that come later change nothing", async () => {
      const objects = store.objects();
      const { url } = await objects.presignPut("shop/once", { contentLength: 5, expiresInSeconds: 60 });
      const put = (body: string, headers: Record<string, string>) => fetch(url, { method: "PUT", headers, body });
      expect((await put("hello", {})).status, "without the condition").to.equal(403);
      expect((await put("hello", { "if-none-match": "*" })).status).to.equal(200);
      expect((await put("HELLO", { "if-none-match": "*" })).status).to.equal(412);
      expect((await put("HELLO", { "if-none-match": '"x"' })).status).to.equal(403);
      expect(await textOf((await objects.get("shop/once"))?.body)).to.equal("hello");
    });

    it("may replace what they have put, where that is allowed, and then need no header", async () => {
      const objects = store.objects();
      const given = { contentLength: 5, expiresInSeconds: 60, mayReplace: true };
      const { url, headers } = await objects.presignPut("shop/again", given);
      expect(headers).to.deep.equal({ "content-length": "5" });
      for (const body of ["hello", "HELLO"]) expect((await fetch(url, { method: "PUT", body })).status).to.equal(200);
      expect((await fetch(url, { method: "PUT", body: "longer" })).status).to.equal(403);
      expect(await textOf((await objects.get("shop/again"))?.body)).to.equal("HELLO");
    });

    for (const body of ["hell", "hello!"]) {
      it(`refuse ${body.length} bytes where 5 were declared`, async () => {
        const objects = store.objects();
        const { url } = await objects.presignPut("shop/bound", { contentLength: 5, expiresInSeconds: 60 });
        const headers = { "if-none-match": "*" };
        expect((await fetch(url, { method: "PUT", headers, body })).status).to.equal(403);
        expect(await objects.head("shop/bound")).to.equal(null);
      });
    }

    it("refuse another content type than the signed one", async () => {
      const { url } = await store.objects().presignPut("shop/typed", {
        contentLength: 5,
        contentType: "image/png",
        expiresInSeconds: 60,
      });
      const put = await fetch(url, {
        method: "PUT",
        headers: { "content-type": "text/html", "if-none-match": "*" },
        body: "hello",
      });
      expect(put.status).to.equal(403);
    });

    it("end when they said", async () => {
      const twoMinutesAgo = Math.floor(Date.now() / 1000) * 1000 - 120_000;
      const objects = store.objects({ now: () => twoMinutesAgo + 500 });
      const put = async (expiresInSeconds: number) => {
        const { url, headers, expiresAt } = await objects.presignPut("shop/ending", {
          contentLength: 1,
          expiresInSeconds,
        });
        return { expiresAt, status: (await fetch(url, { method: "PUT", headers, body: "x" })).status };
      };
      expect(await put(60)).to.deep.equal({ expiresAt: new Date(twoMinutesAgo + 60_000), status: 403 });
      expect(await put(600)).to.include({ status: 200 });
    });
  });
});
