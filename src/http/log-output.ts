/**
 * Where log lines go. Lines are gathered for a moment and written together: a write for every request would cost more
 * than the rest of its log line. They are gathered as bytes; thousands of waiting strings would keep the collector busy.
 */
import { type DestinationStream, destination } from "pino";

/** Bytes that are gathered before they are written without waiting for the timer. */
const chunkBytes = 64 * 1024;
/** How long a line may wait (milliseconds). */
const patienceMs = 100;

export interface LogOutput extends DestinationStream {
  /** Writes everything at once; for the end of the process. */
  flush(): void;
}

interface BytesOutput {
  /** Less than this waits for more, or for `flushSync`. */
  minLength: number;
  write(bytes: Buffer): boolean;
  flushSync(): void;
}

/** `target` is a file descriptor or a path. Gathered lines are also written when the process exits by itself. */
export function logOutput(target: number | string): LogOutput {
  // The types of `write` know of text only.
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
    // What `write` begins is left to a thread, and lost when none comes to it before the process is gone.
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
      // A UTF-16 unit takes three bytes of UTF-8 at the most.
      if (length + line.length * 3 > chunkBytes) pass();
      if (line.length * 3 > chunkBytes) out.write(Buffer.from(line));
      else length += gathered.write(line, length);
    },
    flush,
  };
}
