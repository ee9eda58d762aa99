import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect } from "chai";
import { type Conversation, converse } from "#test/contract/support/wire.ts";
import { until } from "#test/support/until.ts";
import { bucket, TestStore } from "../embedded-store.ts";

describe("embedded object store: connections", () => {
  let store: TestStore;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    expect(store.faults, "faults of the store's own").to.deep.equal([]);
    await store.remove();
  });

  async function connected(text = ""): Promise<Conversation> {
    const conversation = await converse(Number(new URL(store.endpoint).port), text);
    sockets.push(conversation.socket);
    return conversation;
  }
  /** The head of a presigned PUT of so many bytes. */
  async function putHead(Key: string, ContentLength: number): Promise<string> {
    const url = await getSignedUrl(store.sdk(), new PutObjectCommand({ Bucket: bucket, Key, ContentLength }));
    const { pathname, search, host } = new URL(url);
    return `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${ContentLength}\r\n\r\n`;
  }

  it("that are idle, 1,100 of them, leave it ready and at work", async () => {
    store = await TestStore.start();
    const objects = store.objects();
    await Promise.all(Array.from({ length: 1_100 }, () => connected()));
    for (let times = 0; times < 5; times++) {
      await objects.ready();
      await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "kept", Body: String(times) }));
    }
  });

  it("with half-sent uploads make room for others, and leave no file", async () => {
    store = await TestStore.start({ connections: { most: 20 } });
    for (let index = 0; index < 30; index++) await connected(`${await putHead(`half/${index}`, 1_000)}x`);
    await store.objects().ready();
    await store.sdk().send(new PutObjectCommand({ Bucket: bucket, Key: "whole", Body: "whole" }));
    for (const socket of sockets) socket.destroy();
    await until(async () => (await store.temporaryFiles()).length === 0);
  });

  it("whose uploads stall are told so and ended, and their files removed", async () => {
    store = await TestStore.start({ connections: { stallMs: 300 } });
    const { socket, said } = await connected();
    socket.write(await putHead("stalled", 1_000_000));
    socket.write(randomBytes(100_000));
    await until(async () => (await store.temporaryFiles()).length === 1);
    await once(socket, "close");
    expect(said()).to.match(/^HTTP\/1\.1 400 [\s\S]*<Code>RequestTimeout<\/Code>/);
    await until(async () => (await store.temporaryFiles()).length === 0);
  });

  it("are answered one request after the other", async () => {
    store = await TestStore.start();
    const keys = Array.from({ length: 30 }, (_, index) => `row/${index}`);
    const client = store.sdk();
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: `<${Key}>` }));
    const { socket, said } = await connected();
    const urls = await Promise.all(
      keys.map((Key) => getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key }))),
    );
    socket.write(
      urls
        .map((text) => new URL(text))
        .map(({ pathname, search, host }) => `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
        .join(""),
    );
    await until(() => said().includes("<row/29>"));
    expect(said().match(/<row\/\d+>/g)).to.deep.equal(keys.map((key) => `<${key}>`));
  });
});
