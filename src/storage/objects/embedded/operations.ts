/** The S3 operations of the embedded store: those that `object-store.ts` uses, and presigned PUTs. All others are refused with 501. */
import type { IncomingMessage } from "node:http";
import type { FairSlots } from "#src/http/fair-slots.ts";
import type { ObjectDisk } from "./disk.ts";
import { fromBytes, toBytes } from "./key-path.ts";
import type { Answer, ObjectCall } from "./object-call.ts";
import { readObject } from "./read-object.ts";
import { S3Error } from "./s3-error.ts";
import type { ReceivedRequest } from "./signature.ts";
import { declaredLength, readBody } from "./upload-body.ts";
import { copyDocument, listDocument } from "./xml.ts";

/** The limits of S3. */
const MOST_KEY_BYTES = 1024;
const MOST_KEYS_PER_PAGE = 1000;

const BUCKET_NAME = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** The `x-amz-` headers and query parameters that are supported, or that do not change the result. */
const KNOWN_AMZ_HEADERS = /^x-amz-(content-sha256|date|user-agent|sdk-checksum-algorithm|checksum-.+)$/;
const KNOWN_QUERY =
  /^(X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Content-Sha256)|x-amz-(checksum-[a-z0-9]+|checksum-mode|sdk-checksum-algorithm|user-agent)|x-id)$/;
const LIST_QUERY = /^(list-type|prefix|max-keys|continuation-token|encoding-type)$/;
/** Conditions are refused, except that of a PUT for a new key (`isForNew`). */
const CONDITIONS = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range"];

/** A verified request whose body has not been read. */
export interface IncomingCall {
  readonly request: ReceivedRequest;
  readonly payloadHash: string;
  readonly message: IncomingMessage;
}

export interface StoreSettings {
  readonly disk: ObjectDisk;
  readonly maxObjectBytes: number;
  /** Lets only one upload of a key run at a time, so that repeated uploads take their announced size on disk only once. */
  readonly uploadTurns: FairSlots;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Runs the operation of a request. Throws an `S3Error` when it is refused. */
export async function perform(settings: StoreSettings, call: IncomingCall): Promise<Answer> {
  const { request } = call;
  const { bucket, key } = target(request.path);
  const operation = `${request.method} ${key === "" ? "bucket" : "object"}`;
  requireServed(request, operation);
  const { disk } = settings;
  switch (operation) {
    case "PUT object":
      return request.headers.has("x-amz-copy-source")
        ? copyObject(disk, call, { request, bucket, key })
        : settings.uploadTurns.run(`${bucket}/${key}`, () => putObject(settings, call, { request, bucket, key }));
    case "GET object":
    case "HEAD object":
      return readObject(disk, { request, bucket, key });
    case "DELETE object":
      await requireBucket(disk, bucket);
      await disk.deleteObject(bucket, toBytes(key));
      return { status: 204 };
    case "GET bucket":
      return listObjects(disk, bucket, request.query);
    case "HEAD bucket":
      await requireBucket(disk, bucket);
      return { status: 200 };
    case "PUT bucket":
      if (await disk.createBucket(bucket)) return { status: 200, headers: { location: `/${bucket}` } };
      throw new S3Error("BucketAlreadyOwnedByYou", "The bucket exists already.");
    default:
      throw new S3Error("MethodNotAllowed", `${request.method} is not served here.`);
  }
}

function target(path: string): { bucket: string; key: string } {
  const slash = path.indexOf("/", 1);
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash);
  const key = slash < 0 ? "" : path.slice(slash + 1);
  if (!BUCKET_NAME.test(bucket)) throw new S3Error("InvalidBucketName", "The path must start with a bucket's name.");
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) {
    throw new S3Error("KeyTooLongError", `A key has at most ${MOST_KEY_BYTES} bytes.`);
  }
  return { bucket, key };
}

function requireServed({ query, headers }: ReceivedRequest, operation: string): void {
  const parameter = [...query.keys()].find(
    (name) => !KNOWN_QUERY.test(name) && !(operation === "GET bucket" && LIST_QUERY.test(name)),
  );
  if (parameter !== undefined) throw new S3Error("NotImplemented", `The parameter ${parameter} is not served here.`);
  const isPut = operation === "PUT object";
  const isNew = isPut && isForNew(headers);
  const known = (name: string) => KNOWN_AMZ_HEADERS.test(name) || (name === "x-amz-copy-source" && isPut && !isNew);
  const header = [...headers.keys()].find(
    (name) =>
      (CONDITIONS.includes(name) && !(isNew && name === "if-none-match")) ||
      (name.startsWith("x-amz-") && !known(name)),
  );
  if (header !== undefined) throw new S3Error("NotImplemented", `The header ${header} is not served here.`);
}

/** Whether the PUT has the condition that no object exists (`If-None-Match: *`), the only condition of a PUT that is supported. */
function isForNew(headers: ReadonlyMap<string, string>): boolean {
  return headers.get("if-none-match") === "*";
}

async function requireBucket(disk: ObjectDisk, bucket: string): Promise<void> {
  if (!(await disk.hasBucket(bucket))) throw new S3Error("NoSuchBucket", "The bucket does not exist.");
}

async function putObject(settings: StoreSettings, call: IncomingCall, { bucket, key }: ObjectCall): Promise<Answer> {
  const { request, payloadHash, message } = call;
  const length = declaredLength(request, payloadHash, settings.maxObjectBytes);
  const headers = { "content-type": request.headers.get("content-type") ?? "binary/octet-stream" };
  await requireBucket(settings.disk, bucket);
  const mayReplace = !isForNew(request.headers);
  if (!mayReplace && (await settings.disk.hasObject(bucket, toBytes(key)))) throw existsAlready();
  const upload = await settings.disk.beginUpload();
  try {
    const digests = await readBody(message, request, { payloadHash, length }, upload.write);
    const metadata = { ...digests, lastModified: settings.now(), headers };
    if (!(await upload.commit(bucket, toBytes(key), metadata, mayReplace))) throw existsAlready();
    return { status: 200, headers: { etag: `"${digests.md5}"` } };
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

/** Copies an object with its metadata, including its time. Throws NoSuchBucket or NoSuchKey. */
async function copyObject(disk: ObjectDisk, call: IncomingCall, { bucket, key }: ObjectCall): Promise<Answer> {
  const { headers } = call.request;
  if (headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0")
    throw new S3Error("InvalidRequest", "A copy has no body.");
  const source = copySource(headers.get("x-amz-copy-source") ?? "");
  await requireBucket(disk, bucket);
  await requireBucket(disk, source.bucket);
  const copied = await disk.copyObject({ ...source, key: toBytes(source.key) }, { bucket, key: toBytes(key) });
  if (copied === null) throw new S3Error("NoSuchKey", "The key to copy does not exist.");
  return { status: 200, document: copyDocument(copied.md5, new Date(copied.lastModified)) };
}

/** Parses x-amz-copy-source: `bucket/key`, percent-encoded, with or without a leading slash. */
function copySource(value: string): { bucket: string; key: string } {
  try {
    const path = decodeURIComponent(value);
    return target(path.startsWith("/") ? path : `/${path}`);
  } catch (error) {
    if (error instanceof URIError) throw new S3Error("InvalidArgument", "x-amz-copy-source is not percent-encoded.");
    throw error;
  }
}

function existsAlready(): S3Error {
  return new S3Error("PreconditionFailed", "There is an object under this key already, which stays as it is.");
}

/** ListObjectsV2. A page's continuation token is its last key, in base64url. */
async function listObjects(disk: ObjectDisk, bucket: string, query: ReadonlyMap<string, string>): Promise<Answer> {
  if (query.get("list-type") !== "2") throw new S3Error("NotImplemented", "Only list-type=2 is served here.");
  const asked = query.get("max-keys") ?? String(MOST_KEYS_PER_PAGE);
  if (!/^\d{1,9}$/.test(asked)) throw new S3Error("InvalidArgument", "max-keys must be a whole number.");
  await requireBucket(disk, bucket);
  const maxKeys = Math.min(Number(asked), MOST_KEYS_PER_PAGE);
  const prefix = query.get("prefix") ?? "";
  const token = query.get("continuation-token");
  const after = token === undefined ? "" : Buffer.from(token, "base64url").toString("latin1");

  const objects = [];
  let lastKey = "";
  let truncated = false;
  for await (const { key, metadata } of disk.list(bucket, toBytes(prefix), after)) {
    truncated = objects.length === maxKeys;
    if (truncated) break;
    lastKey = key;
    const lastModified = new Date(metadata.lastModified);
    objects.push({ key: fromBytes(key), size: metadata.size, etag: metadata.md5, lastModified });
  }
  const document = listDocument({
    bucket,
    prefix,
    maxKeys,
    objects,
    nextContinuationToken: truncated && maxKeys > 0 ? Buffer.from(lastKey, "latin1").toString("base64url") : undefined,
    urlEncoded: query.get("encoding-type") === "url",
  });
  return { status: 200, document };
}
