/** The client of the object store for files: any S3 endpoint, including the embedded one. */
import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { sendExactly } from "./exact-length.ts";
import { refuseUpgrades } from "./upgrades.ts";

/** S3's limit for one PUT, in bytes. */
const MOST_OBJECT_BYTES = 5 * 1024 ** 3;
const MOST_KEY_BYTES = 1024;
const CONNECT_MS = 3_000;
/** An idle connection is given up after this time. */
const IDLE_MS = 120_000;
const READY_MS = 3_000;
const ignore = () => {};

export interface ObjectStoreOptions {
  /** The S3 endpoint, for example `http://127.0.0.1:9000`. When left out, AWS's endpoint of the region. */
  readonly endpoint?: string;
  /** The address of the same store for clients, in presigned URLs; `endpoint` when left out. */
  readonly publicEndpoint?: string;
  readonly region: string;
  readonly bucket: string;
  /** When left out, the AWS SDK finds them (environment, profile, instance role). */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Milliseconds since 1970. It determines when presigned URLs begin and expire. */
  readonly now?: () => number;
}

export interface PutOptions {
  readonly contentType?: string;
  /** Length in bytes. Required for a stream, which must have exactly this length. */
  readonly contentLength?: number;
  /** In hex. The store refuses the object when its bytes have another digest. */
  readonly sha256?: string;
}

/** The metadata of an object. */
export interface ObjectFacts {
  /** Size of the whole object in bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface StoredBody extends ObjectFacts {
  /** The caller must read it to its end or destroy it: until then it holds a connection. */
  readonly body: Readable;
  /** Length of `body` in bytes. */
  readonly contentLength: number;
}

export interface PresignPutOptions {
  readonly contentLength: number;
  readonly contentType?: string;
  readonly expiresInSeconds: number;
  readonly mayReplace?: boolean;
}

export interface PresignedPut {
  readonly url: string;
  /** The headers that the PUT must have, unchanged. Browsers set content-length by themselves. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

/**
 * One bucket. Keys are paths that start with the tenant (`project/…`), of at most 1024 bytes, without empty, `.` or `..` segments and
 * without control characters; other keys throw `RangeError`. Refusals of S3 are thrown as the SDK's `S3ServiceException`.
 */
export interface ObjectStore {
  /** Stores an object, replacing an existing one. When it resolves, the object is durable. */
  put(key: string, body: Buffer | Readable, options?: PutOptions): Promise<void>;
  /** Reads an object, or its bytes from `start` to `end` inclusive. Null when there is none. */
  get(key: string, options?: { readonly range?: ByteRange }): Promise<StoredBody | null>;
  head(key: string): Promise<ObjectFacts | null>;
  /** Copies an object of at most 5 GiB within the store, replacing an object at `to`. False when there is no object at `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** Deletes an object. Does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** Lists all keys that start with `prefix`, in the order of their bytes, in pages of at most 1000. */
  list(prefix: string, options?: { readonly pageSize?: number }): AsyncIterable<string>;
  /**
   * Creates a URL to which exactly `contentLength` bytes may be PUT. Expires after at most 604800 seconds (7 days).
   *
   * It can be used once: when there is an object, the store answers 412 and keeps it. That is done with `If-None-Match: *`, which a store
   * without conditional writes ignores or refuses. With `mayReplace`, the last PUT counts and the header is not needed.
   */
  presignPut(key: string, options: PresignPutOptions): Promise<PresignedPut>;
  /** Resolves when the bucket answers. Rejects with the reason when it does not within 3 seconds. */
  ready(): Promise<void>;
  /** Creates the bucket when it is missing. */
  ensureBucket(): Promise<void>;
  /** Closes the connections. */
  close(): void;
}

export interface ByteRange {
  readonly start: number;
  /** The last byte; the end of the object when left out. */
  readonly end?: number;
}

/** Opens a bucket. Sends nothing before the first operation. */
export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const { endpoint, region, bucket, credentials, now = Date.now } = options;
  const shared = {
    region,
    // `endpoint/bucket/key` instead of `bucket.endpoint/key`.
    forcePathStyle: endpoint !== undefined,
    ...(credentials === undefined ? {} : { credentials }),
    // Some S3 stores do not support trailing checksums, and by default a presigned PUT would have the checksum of an empty body.
    requestChecksumCalculation: "WHEN_REQUIRED" as const,
    // Without a logger, the SDK writes to the console. All of that is also thrown as errors.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  };
  const client = new S3Client({ ...shared, ...(endpoint === undefined ? {} : { endpoint }) });
  refuseUpgrades(client);
  const signer =
    options.publicEndpoint === undefined ? client : new S3Client({ ...shared, endpoint: options.publicEndpoint });
  return {
    ...objectsIn(client, bucket),
    ...bucketItself(client, bucket),
    presignPut: async (key, wanted) => await presignPut(signer, bucket, key, wanted, now()),
    close() {
      client.destroy();
      signer.destroy();
    },
  };
}

function objectsIn(
  client: S3Client,
  bucket: string,
): Pick<ObjectStore, "put" | "get" | "head" | "copy" | "delete" | "list"> {
  return {
    async put(key, body, { contentType, contentLength, sha256 } = {}) {
      const length = Buffer.isBuffer(body) ? body.length : contentLength;
      if (length === undefined) throw new RangeError("A stream needs its content length.");
      const input = {
        Bucket: bucket,
        Key: checkedKey(key),
        ContentLength: checkedLength(length),
        ContentType: contentType,
        ChecksumSHA256: sha256 === undefined ? undefined : Buffer.from(sha256, "hex").toString("base64"),
      };
      if (Buffer.isBuffer(body)) await client.send(new PutObjectCommand({ ...input, Body: body }));
      else
        await sendExactly(body, length, (Body, abortSignal) =>
          client.send(new PutObjectCommand({ ...input, Body }), { abortSignal }),
        );
    },

    async get(key, { range } = {}) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: checkedKey(key),
        Range: range === undefined ? undefined : `bytes=${range.start}-${range.end ?? ""}`,
      });
      const output = await orNull(client.send(command));
      if (output === null) return null;
      const contentLength = output.ContentLength ?? 0;
      const size = Number(/\/(\d+)$/.exec(output.ContentRange ?? "")?.[1] ?? contentLength);
      // In Node the SDK's body is a Readable; its type also covers browsers.
      return { ...facts(output), size, contentLength, body: output.Body as Readable };
    },

    async head(key) {
      const output = await orNull(client.send(new HeadObjectCommand({ Bucket: bucket, Key: checkedKey(key) })));
      return output === null ? null : facts(output);
    },

    async copy(from, to) {
      const source = `${bucket}/${checkedKey(from).split("/").map(encodeURIComponent).join("/")}`;
      const command = new CopyObjectCommand({ Bucket: bucket, Key: checkedKey(to), CopySource: source });
      return (await orNull(client.send(command))) !== null;
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checkedKey(key) }));
    },

    async *list(prefix, { pageSize = 1000 } = {}) {
      for await (const page of paginateListObjectsV2({ client, pageSize }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = "" } of page.Contents ?? []) yield Key;
      }
    },
  };
}

function bucketItself(client: S3Client, bucket: string): Pick<ObjectStore, "ready" | "ensureBucket"> {
  return {
    async ready() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(READY_MS) });
    },

    async ensureBucket() {
      const exists = await orNull(client.send(new HeadBucketCommand({ Bucket: bucket })));
      if (exists !== null) return;
      try {
        await client.send(new CreateBucketCommand({ Bucket: bucket }));
      } catch (error) {
        // Another process may have created the bucket meanwhile.
        if (!(error instanceof S3ServiceException) || error.name !== "BucketAlreadyOwnedByYou") throw error;
      }
    },
  };
}

async function presignPut(
  signer: S3Client,
  bucket: string,
  key: string,
  { contentLength, contentType, expiresInSeconds, mayReplace = false }: PresignPutOptions,
  now: number,
): Promise<PresignedPut> {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: checkedKey(key),
    ContentLength: checkedLength(contentLength),
    ContentType: contentType,
    IfNoneMatch: mayReplace ? undefined : "*",
  });
  // Signatures have whole seconds.
  const signingDate = new Date(Math.floor(now / 1000) * 1000);
  // The presigner always signs the length and the condition, but a content type only on request.
  const signableHeaders = new Set(contentType === undefined ? [] : ["content-type"]);
  const url = await getSignedUrl(signer, command, { signingDate, expiresIn: expiresInSeconds, signableHeaders });
  const headers = {
    "content-length": String(contentLength),
    ...(mayReplace ? {} : { "if-none-match": "*" }),
    ...(contentType === undefined ? {} : { "content-type": contentType }),
  };
  return { url, headers, expiresAt: new Date(signingDate.getTime() + expiresInSeconds * 1000) };
}

function checkedKey(key: string): string {
  const segments = key.split("/");
  const usable =
    key.isWellFormed() &&
    Buffer.byteLength(key) <= MOST_KEY_BYTES &&
    !/[\u0000-\u001f\u007f]/.test(key) &&
    !segments.some((segment) => segment === "" || segment === "." || segment === "..");
  if (!usable) throw new RangeError(`Not a usable object key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

function checkedLength(bytes: number): number {
  if (Number.isInteger(bytes) && bytes >= 0 && bytes <= MOST_OBJECT_BYTES) return bytes;
  throw new RangeError(`An object has from 0 to ${MOST_OBJECT_BYTES} bytes, not ${bytes}.`);
}

function facts({ ContentLength, ContentType }: HeadObjectCommandOutput): ObjectFacts {
  return { size: ContentLength ?? 0, contentType: ContentType ?? "application/octet-stream" };
}

/** Returns the result; null when the key or bucket does not exist. */
async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return null;
    throw error;
  }
}
