/**
 * The `aws-chunked` content coding with trailing headers (x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER),
 * which AWS SDKs use for streams: chunks of `<hex length>CRLF<bytes>CRLF`, a chunk of length 0, trailers, an empty line.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
import { S3Error } from "./s3-error.ts";

const MOST_LINE_BYTES = 1024;
const MOST_TRAILERS = 8;

/** Yields the decoded bytes, and adds the trailers to `trailers` by lower-case name. Throws an S3Error (400) when malformed. */
export async function* decodeAwsChunked(
  source: AsyncIterator<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const { done, value } = await source.next();
    if (done === true) return false;
    pending = pending.length === 0 ? value : Buffer.concat([pending, value]);
    return true;
  }

  async function line(): Promise<string | null> {
    for (;;) {
      const end = pending.indexOf("\r\n");
      if (end > MOST_LINE_BYTES || (end < 0 && pending.length > MOST_LINE_BYTES)) throw malformed();
      if (end >= 0) {
        const text = pending.toString("latin1", 0, end);
        pending = pending.subarray(end + 2);
        return text;
      }
      if (!(await more())) {
        if (pending.length > 0) throw malformed();
        return null;
      }
    }
  }

  for (;;) {
    const header = await line();
    if (header === null || !/^[0-9a-f]{1,12}$/i.test(header)) throw malformed();
    let left = Number.parseInt(header, 16);
    if (left === 0) break;
    while (left > 0) {
      if (pending.length === 0 && !(await more())) throw malformed();
      const part = pending.subarray(0, left);
      pending = pending.subarray(part.length);
      left -= part.length;
      if (part.length > 0) yield part;
    }
    if ((await line()) !== "") throw malformed();
  }

  // Clients may leave out the empty line when there are no trailers.
  for (let text = await line(); text !== null && text !== ""; text = await line()) {
    const colon = text.indexOf(":");
    if (colon < 1 || trailers.size === MOST_TRAILERS) throw malformed();
    trailers.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim());
  }
  if (pending.length > 0 || (await more())) throw malformed();
}

function malformed(): S3Error {
  return new S3Error("IncompleteBody", "The aws-chunked body is malformed or ends early.");
}
