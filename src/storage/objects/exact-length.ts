import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Sends a stream that must have exactly `length` bytes. HTTP itself would silently cut a longer stream and wait for the rest of a shorter
 * one, and the SDK lets errors of the stream crash the process. Here, each of these ends the request and is thrown. In every case, the
 * stream is read to its end or destroyed.
 */
export async function sendExactly<T>(
  body: Readable,
  length: number,
  send: (body: Readable, abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  let seen = 0;
  const wrongLength = (found: string) => new RangeError(`The stream has ${found} than the ${length} bytes declared.`);
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > length ? wrongLength("more") : null, chunk);
    },
    flush(done) {
      done(seen < length ? wrongLength("less") : null);
    },
  });
  const abort = new AbortController();
  let failure: unknown;
  const reading = pipeline(body, measured, { signal: abort.signal }).catch((error: unknown) => {
    failure ??= error;
    abort.abort();
  });
  try {
    return await send(measured, abort.signal);
  } catch (error) {
    failure ??= error;
    throw failure;
  } finally {
    abort.abort();
    await reading;
  }
}
