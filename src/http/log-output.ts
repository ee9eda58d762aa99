/**
 * Writes log lines in batches: a write for every request would cost more than the rest of its log line. Waiting lines are kept as bytes,
 * because thousands of strings would burden the garbage collector.
 */
import { type DestinationStream, destination } from "pino";

/** Lines are written when they reach this many bytes, without waiting for the timer. */
const chunkBytes = 64 * 1024;
/** Longest time that a line waits (milliseconds). */
const patienceMs = 100;

export interface LogOutput extends DestinationStream {
  /** Writes all waiting lines now, at the end of the process. */
  flush(): void;
}

interface BytesOutput {
  /** Fewer bytes than this wait for more, or for `flushSync`. */
  minLength: number;
  write(bytes: Buffer): boolean;
  flushSync(): void;
}

/** Opens an output; `target` is a file descriptor or a path. Waiting lines are also written when the process exits by itself. */
export function logOutput(target: number | string): LogOutput {
  // By its types, `write` only takes text.
  const out: BytesOutput = destination({ dest: target, sync: false, contentMode: "buffer" }) as never;
  let gathered = Buffer.allocUnsafe(chunkBytes);
  let length = 0;
  const pass = () => {
    if (length === 0) return;
    out.write(gathered.subarray(0, length));
    gathered = Buffer.allocUnsafe(chunkBytes);
    length = 0;
  };
  const flush = () => {
    // `write` works in a thread. Its bytes would be lost when the process exits before the thread has written them.
    const { minLength } = out;
    out.minLength = Number.POSITIVE_INFINITY;
    pass();
    out.flushSync();
    out.minLength = minLength;
  };
  setInterval(pass, patienceMs).unref();
  process.once("exit", flush);
  return {
    write(line) {
      // A UTF-16 unit takes at most three bytes of UTF-8.
      if (length + line.length * 3 > chunkBytes) pass();
      if (line.length * 3 > chunkBytes) out.write(Buffer.from(line));
      else length += gathered.write(line, length);
    },
    flush,
  };
}
