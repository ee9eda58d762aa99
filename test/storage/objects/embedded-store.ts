import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import {
  type EmbeddedObjectStore,
  type EmbeddedObjectStoreOptions,
  startEmbeddedObjectStore,
} from "#src/storage/objects/embedded/server.ts";
import { type ObjectStore, openObjectStore } from "#src/storage/objects/object-store.ts";
import { temporaryFolder } from "#test/support/folder.ts";

const ignore = () => {};
const silent = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

export const bucket = "accord-test";
export const region = "eu-west-1";
export const credentials = { accessKeyId: "AKIATEST", secretAccessKey: "the-secret-of-the-tests" };

/** A store in a temporary folder, with the bucket made, and faults of the store's own collected. */
export class TestStore {
  readonly directory: string;
  readonly faults: unknown[] = [];
  readonly #options: Partial<EmbeddedObjectStoreOptions>;
  #store: EmbeddedObjectStore | undefined;
  readonly #clients: { destroy(): void }[] = [];

  private constructor(directory: string, options: Partial<EmbeddedObjectStoreOptions>) {
    this.directory = directory;
    this.#options = options;
  }

  static async start(options: Partial<EmbeddedObjectStoreOptions> = {}): Promise<TestStore> {
    const store = new TestStore(temporaryFolder(), options);
    await store.open();
    await store.sdk().send(new CreateBucketCommand({ Bucket: bucket }));
    return store;
  }

  async open(): Promise<void> {
    const { directory } = this;
    const onError = (error: unknown) => this.faults.push(error);
    this.#store = await startEmbeddedObjectStore({
      directory,
      port: 0,
      region,
      ...credentials,
      onError,
      ...this.#options,
    });
  }

  get endpoint(): string {
    if (this.#store === undefined) throw new Error("not started");
    return this.#store.endpoint;
  }

  /** The SDK's own client, with its own defaults. */
  sdk(config: S3ClientConfig = {}): S3Client {
    const client = new S3Client({
      endpoint: this.endpoint,
      region,
      credentials,
      forcePathStyle: true,
      logger: silent,
      ...config,
    });
    this.#clients.push(client);
    return client;
  }

  /** The client that Accord uses. */
  objects(options: { now?: () => number; publicEndpoint?: string } = {}): ObjectStore {
    const objects = openObjectStore({ endpoint: this.endpoint, region, bucket, credentials, ...options });
    this.#clients.push({ destroy: () => objects.close() });
    return objects;
  }

  /** Names of the temporary files of uploads under way. */
  temporaryFiles(): Promise<string[]> {
    return readdir(join(this.directory, "tmp"));
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.destroy();
    await this.#store?.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true });
  }
}

export async function bytesOf(body: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function textOf(body: AsyncIterable<Buffer> | undefined): Promise<string> {
  return (await bytesOf(body)).toString();
}

/** The status and code with which a request is refused; `accepted` when it is not. */
export async function codeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return "accepted";
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`;
    throw error;
  }
}
