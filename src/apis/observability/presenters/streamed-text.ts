/** Text that is made while it is read: an answer may be larger than anybody wants to hold. */
import { Readable } from "node:stream";
import { yieldToEventLoop } from "#src/http/event-loop.ts";

/** Characters of a piece, roughly. */
const pieceLength = 32 * 1024;
/** Short texts that are made without a pause; most pieces have fewer. */
const mostTexts = 4_096;

/** A client that takes longer to read an answer is cut off (milliseconds), since the answer's source is held in memory. */
const longestAnswerMs = 120_000;

/** Ends a stream that is not read in time, or not at all. */
export function readInTime(stream: Readable): Readable {
  const tooLong = setTimeout(() => stream.destroy(), longestAnswerMs).unref();
  return stream.once("close", () => clearTimeout(tooLong));
}

/**
 * The stream is read as fast as its reader takes it. Between pieces the event loop goes on; when the stream is closed, which
 * happens in time, `done` is called once.
 */
export function streamedText(texts: Iterable<string>, done: () => void): Readable {
  const stream = Readable.from(paced(pieces(texts)), { objectMode: false, highWaterMark: 2 * pieceLength });
  return readInTime(stream.once("close", done));
}

async function* paced(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    await yieldToEventLoop();
  }
}

/** Short texts put together. */
export function* pieces(texts: Iterable<string>): Generator<string> {
  let piece = "";
  let count = 0;
  for (const text of texts) {
    piece += text;
    if (piece.length < pieceLength && ++count < mostTexts) continue;
    yield piece;
    piece = "";
    count = 0;
  }
  if (piece !== "") yield piece;
}
