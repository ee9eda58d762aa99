/**
 * Writes log lines in batches: a write for every request would cost more than the rest of its log line. Waiting lines are kept as bytes,
 * because thousands of strings would burden the garbage collector. When they cannot be written, because the disk is full or nobody reads
 * the pipe, they are lost, and the server goes on.
 */
import { openSync, write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** Lines are written when they reach this many bytes, without waiting for the timer. */
const chunkBytes = 64 * 1024;
/** Longest time that a line waits (milliseconds). */
const patienceMs = 100;
/** Most bytes that wait for a slow reader. */
const mostWaiting = 16 * 1024 * 1024;
/** How long the end of the process waits for a reader that takes no bytes (milliseconds). */
const lastPatienceMs = 1_000;

export interface LogOutput extends DestinationStream {
  /** Writes all waiting lines now, at the end of the process. */
  flush(): void;
}

/** Opens an output; `target` is a file descriptor or a path. Waiting lines are also written when the process exits by itself. */
export function logOutput(target: number | string): LogOutput {
  const file = typeof target === "number" ? target : openSync(target, "a");
  const queue = new WriteQueue(file);
  let gathered = Buffer.allocUnsafe(chunkBytes);
  let length = 0;
  const pass = () => {
    if (length === 0) return;
    queue.push(gathered.subarray(0, length));
    gathered = Buffer.allocUnsafe(chunkBytes);
    length = 0;
  };
  const passAndWrite = () => {
    pass();
    queue.write();
  };
  const flush = () => {
    pass();
    queue.writeNow();
  };
  setInterval(passAndWrite, patienceMs).unref();
  process.once("exit", flush);
  return {
    write(line) {
      // A UTF-16 unit takes at most three bytes of UTF-8.
      if (length + line.length * 3 > chunkBytes) passAndWrite();
      if (line.length * 3 > chunkBytes) queue.push(Buffer.from(line));
      else length += gathered.write(line, length);
    },
    flush,
  };
}

/** Bytes on their way to a file, in their order. */
class WriteQueue {
  readonly #file: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostBytes = 0;
  /** Whether a thread is writing the first of them. */
  #isWriting = false;
  /** Whether a part of the first has been written, which may end within a line. */
  #isTorn = false;

  constructor(file: number) {
    this.#file = file;
  }

  push(bytes: Buffer): void {
    if (this.#waitingBytes + bytes.length > mostWaiting) this.#lostBytes += bytes.length;
    else this.#add(bytes);
  }

  #add(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Writes in a thread, one buffer after the other. */
  write(): void {
    const [first] = this.#waiting;
    if (this.#isWriting || first === undefined) return;
    this.#isWriting = true;
    write(this.#file, first, (error, written) => {
      this.#isWriting = false;
      this.#wrote(first, error, written);
      // A pipe that is full is tried again by the timer.
      if (error === null || !isFull(error)) this.write();
    });
  }

  /** Writes at once, and gives up where that fails. What a thread is writing is left to it. */
  writeNow(): void {
    const [writing, ...rest] = this.#waiting;
    if (this.#isWriting && writing !== undefined) this.#waiting = rest;
    const deadline = performance.now() + lastPatienceMs;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      try {
        this.#wrote(first, null, writeSync(this.#file, first));
      } catch (error) {
        if (!isFull(error) || performance.now() > deadline) return;
        pause(10);
      }
    }
  }

  /** Takes off what was written of the first buffer, or all of it when it cannot be written. */
  #wrote(bytes: Buffer, error: Error | null, written: number): void {
    if (error !== null && isFull(error)) return;
    const done = error === null ? written : bytes.length;
    if (error !== null) this.#lostBytes += bytes.length;
    this.#waitingBytes -= done;
    if (done < bytes.length) this.#waiting[0] = bytes.subarray(done);
    else this.#waiting.shift();
    // The next line begins on a line of its own.
    if (error !== null && this.#isTorn) {
      this.#waiting.unshift(Buffer.from("\n"));
      this.#waitingBytes++;
    }
    this.#isTorn = done < bytes.length;
    if (error === null && this.#waiting.length === 0) this.#tellOfLoss();
  }

  #tellOfLoss(): void {
    if (this.#lostBytes === 0) return;
    const line = { level: 40, time: Date.now(), pid: process.pid, bytes: this.#lostBytes, msg: "Log lines were lost" };
    this.#lostBytes = 0;
    this.#add(Buffer.from(`${JSON.stringify(line)}\n`));
  }
}

/** Whether the reader of a pipe takes no more bytes for now. */
function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EAGAIN" || code === "EBUSY";
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
