/** GetObject and HeadObject: conditions, ranges and the headers of an object. */
import type { ObjectDisk, OpenObject } from "./disk.ts";
import { toBytes } from "./key-path.ts";
import type { Answer, ObjectCall } from "./object-call.ts";
import type { ObjectMetadata } from "./object-file.ts";
import { S3Error } from "./s3-error.ts";

const NOT_IN_A_HEADER = /[^\t\u0020-\u007e\u0080-\u00ff]/;

/** Answers with an object or a range of it. Throws NoSuchKey, PreconditionFailed or InvalidRange. */
export async function readObject(disk: ObjectDisk, call: ObjectCall): Promise<Answer> {
  const object = await disk.openObject(call.bucket, toBytes(call.key));
  if (object === null) {
    if (!(await disk.hasBucket(call.bucket))) throw new S3Error("NoSuchBucket", "The bucket does not exist.");
    throw new S3Error("NoSuchKey", "The key does not exist.");
  }
  try {
    const answer = answerFor(call, object);
    if (answer.file === undefined) await object.file.close();
    return answer;
  } catch (error) {
    await object.file.close();
    throw error;
  }
}

function answerFor({ request }: ObjectCall, { file, metadata }: OpenObject): Answer {
  const { method, headers, query } = request;
  const etag = `"${metadata.md5}"`;
  const common: Record<string, string> = {
    ...metadata.headers,
    etag,
    "last-modified": new Date(metadata.lastModified).toUTCString(),
    "accept-ranges": "bytes",
  };
  for (const name of ["cache-control", "content-disposition", "content-type"]) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    if (NOT_IN_A_HEADER.test(value)) throw new S3Error("InvalidArgument", `response-${name} is not a header's value.`);
    common[name] = value;
  }
  if (isUnchanged(headers, etag, metadata)) return { status: 304, headers: common };

  const ifRange = headers.get("if-range");
  const range = ifRange === undefined || ifRange === etag ? parseRange(headers.get("range"), metadata.size) : null;
  const { start, end } = range ?? { start: 0, end: metadata.size - 1 };
  common["content-length"] = String(end - start + 1);
  if (range !== null) {
    common["content-range"] = `bytes ${start}-${end}/${metadata.size}`;
  } else if (headers.get("x-amz-checksum-mode") === "ENABLED") {
    common["x-amz-checksum-crc32"] = metadata.crc32;
    common["x-amz-checksum-type"] = "FULL_OBJECT";
  }
  const status = range === null ? 200 : 206;
  if (method === "HEAD" || end < start) return { status, headers: common };
  return { status, headers: common, file: { handle: file, start, end } };
}

/** Evaluates preconditions (RFC 9110, 13.2.2): true means 304. Throws PreconditionFailed (412) when one fails. */
function isUnchanged(headers: ReadonlyMap<string, string>, etag: string, { lastModified }: ObjectMetadata): boolean {
  // HTTP dates have a resolution of one second.
  const modified = Math.floor(lastModified / 1000) * 1000;
  const ifMatch = headers.get("if-match");
  const ifUnmodifiedSince = headers.get("if-unmodified-since");
  const failed =
    ifMatch !== undefined
      ? !namesTag(ifMatch, etag)
      : ifUnmodifiedSince !== undefined && modified > Date.parse(ifUnmodifiedSince);
  if (failed) throw new S3Error("PreconditionFailed", "The object is not the one that the condition names.");
  const ifNoneMatch = headers.get("if-none-match");
  const ifModifiedSince = headers.get("if-modified-since");
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag);
  return ifModifiedSince !== undefined && modified <= Date.parse(ifModifiedSince);
}

/** Whether a list of entity tags contains this one. Clients write S3's entity tags with or without quotes. */
function namesTag(list: string, etag: string): boolean {
  return list.split(",").some((item) => {
    const tag = item.trim().replace(/^W\//, "");
    return tag === "*" || tag === etag || `"${tag}"` === etag;
  });
}

/** Parses a single byte range (RFC 9110, 14.1.2). Null for the whole object, and for other forms, which the RFC allows to ignore. */
function parseRange(value: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(value ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Error("InvalidRange", "The range starts behind the end of the object.");
  return { start, end };
}
