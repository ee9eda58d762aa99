/** GetObject and HeadObject: ranges and the headers of an object. */
import type { ObjectDisk, OpenObject } from "./disk.ts";
import { toBytes } from "./key-path.ts";
import type { Answer, ObjectCall } from "./object-call.ts";
import { S3Error } from "./s3-error.ts";

/** Answers with an object or a range of it. Throws NoSuchKey or InvalidRange. */
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

function answerFor({ request: { method, headers } }: ObjectCall, { file, metadata }: OpenObject): Answer {
  const range = parseRange(headers.get("range"), metadata.size);
  const { start, end } = range ?? { start: 0, end: metadata.size - 1 };
  const isChecked = range === null && headers.get("x-amz-checksum-mode") === "ENABLED";
  const described = {
    ...metadata.headers,
    etag: `"${metadata.md5}"`,
    "last-modified": new Date(metadata.lastModified).toUTCString(),
    "accept-ranges": "bytes",
    "content-length": String(end - start + 1),
    ...(range !== null && { "content-range": `bytes ${start}-${end}/${metadata.size}` }),
    ...(isChecked && { "x-amz-checksum-crc32": metadata.crc32, "x-amz-checksum-type": "FULL_OBJECT" }),
  };
  const answer = { status: range === null ? 200 : 206, headers: described };
  return method === "HEAD" || end < start ? answer : { ...answer, file: { handle: file, start, end } };
}

/**
 * Parses the range `bytes=<first>-<last>` or `bytes=<first>-` (RFC 9110, 14.1.2). Null for the whole object, and for other forms, which
 * the RFC allows to ignore.
 */
function parseRange(value: string | undefined, size: number): { start: number; end: number } | null {
  const [, first, last = ""] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(value ?? "") ?? [];
  if (first === undefined || (last !== "" && Number(last) < Number(first))) return null;
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Error("InvalidRange", "The range starts behind the end of the object.");
  return { start, end };
}
