import { open, truncate } from "node:fs/promises";
import { join } from "node:path";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { expect } from "chai";
import fc from "fast-check";
import { anyCharacter } from "#test/support/any-character.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { bucket, TestStore, textOf } from "../embedded-store.ts";

describe("embedded object store: reads", () => {
  let client: S3Client;
  let etag: string | undefined;
  const store = opened(() => TestStore.start());
  before(async () => {
    client = store.sdk();
    ({ ETag: etag } = await client.send(new PutObjectCommand({ Bucket: bucket, Key: "digits", Body: "0123456789" })));
  });

  const digits = { Bucket: bucket, Key: "digits" };

  async function statusOf(
    promise: Promise<{ $metadata: { httpStatusCode?: number | undefined } }>,
  ): Promise<number | undefined> {
    try {
      return (await promise).$metadata.httpStatusCode;
    } catch (error) {
      if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode;
      throw error;
    }
  }

  const ranges: readonly (readonly [range: string, text: string, contentRange: string | undefined])[] = [
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=3-5", "345", "bytes 3-5/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=8-100", "89", "bytes 8-9/10"],
    ["bytes=-3", "0123456789", undefined],
    ["bytes=5-3", "0123456789", undefined],
    ["bytes=0-1,3-4", "0123456789", undefined],
    ["lines=1-2", "0123456789", undefined],
  ];
  for (const [range, text, contentRange] of ranges) {
    it(`answers ${range} with ${contentRange ?? "the whole"}`, async () => {
      const found = await client.send(new GetObjectCommand({ ...digits, Range: range }));
      expect(await found.Body?.transformToString()).to.equal(text);
      expect(found.ContentRange).to.equal(contentRange);
      expect(found.ContentLength).to.equal(text.length);
      expect(found.$metadata.httpStatusCode).to.equal(contentRange === undefined ? 200 : 206);
    });
  }

  it("answers bytes=10- with 416", async () => {
    expect(await statusOf(client.send(new GetObjectCommand({ ...digits, Range: "bytes=10-" })))).to.equal(416);
  });

  it("refuses conditions and other headers for the answer, which nobody needs", async () => {
    const since = new Date();
    for (const asked of [
      { IfMatch: etag },
      { IfNoneMatch: etag },
      { IfModifiedSince: since },
      { ResponseContentType: "a/b" },
    ])
      expect(await statusOf(client.send(new GetObjectCommand({ ...digits, ...asked })))).to.equal(501);
  });

  it("lets a client notice that the disk has changed a byte", async () => {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: "rotten", Body: "sound" }));
    const file = await open(join(store.directory, "buckets", bucket, "rotten.o"), "r+");
    await file.write("r", 0);
    await file.close();
    const found = await store.objects().get("rotten");
    const error = await textOf(found?.body).catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message").that.contains("Checksum mismatch");
  });

  it("answers 500, and tells the owner, when an object's file is cut short", async () => {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: "short", Body: "0123456789" }));
    await truncate(join(store.directory, "buckets", bucket, "short.o"), 20);
    const impatient = store.sdk({ maxAttempts: 1 });
    expect(await statusOf(impatient.send(new GetObjectCommand({ Bucket: bucket, Key: "short" })))).to.equal(500);
    expect(store.faults.splice(0)).to.have.length(1);
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "short" }));
  });

  it("pages through a bucket without losing or repeating a key", async () => {
    const keys = Array.from({ length: 23 }, (_, index) => `pages/${index % 3}/${index}`);
    await Promise.all(keys.map((Key) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key }))));
    const pages: string[][] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize: 5 }, { Bucket: bucket, Prefix: "pages/" })) {
      pages.push((page.Contents ?? []).map(({ Key }) => Key ?? "?"));
    }
    expect(pages.map((page) => page.length)).to.deep.equal([5, 5, 5, 5, 3]);
    expect(pages.flat()).to.deep.equal(keys.toSorted());
  });

  it("refuses a listing that it would answer wrongly", async () => {
    expect(await statusOf(client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: "/" })))).to.equal(501);
  });

  it("holds any key of up to 1024 bytes, beside keys that are its prefixes", async () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
      fc.constantFrom(
        "/",
        "//",
        ".",
        "..",
        "../",
        "a",
        "A",
        "%2e",
        "%",
        "+",
        " ",
        "&",
        "?",
        "#",
        "\\",
        "\0",
        "'",
        "x".repeat(300),
      ),
    );
    const keys = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => {
      const whole = pieces.join("").slice(0, 250);
      // The key and two of its prefixes, cut between characters.
      const characters = [...whole];
      return [...new Set([characters.length, Math.ceil(characters.length / 2), 1])].map((n) =>
        characters.slice(0, n).join(""),
      );
    });
    await fc.assert(
      fc.asyncProperty(keys, async (family) => {
        await Promise.all(
          family.map((name) =>
            client.send(new PutObjectCommand({ Bucket: bucket, Key: `odd/${name}`, Body: `of ${name}` })),
          ),
        );
        const listed = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: "odd/", EncodingType: "url" }),
        );
        const found = (listed.Contents ?? []).map(({ Key = "" }) => decodeURIComponent(Key).slice(4));
        expect(found).to.deep.equal(family.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
        for (const name of family) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `odd/${name}` }));
          expect(await Body?.transformToString()).to.equal(`of ${name}`);
          await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `odd/${name}` }));
        }
        const left = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: "odd/" }));
        expect(left.KeyCount).to.equal(0);
      }),
      { numRuns: runs(60) },
    );
    expect(store.faults).to.deep.equal([]);
  });

  it("holds a key of exactly 1024 bytes in a thousand folders", async () => {
    const Key = "/A".repeat(512);
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "deep" }));
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    expect(await Body?.transformToString()).to.equal("deep");
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  });
});
