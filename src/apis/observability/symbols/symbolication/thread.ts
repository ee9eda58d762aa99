/** The worker thread of symbolication: parses what is large, away from everything that answers requests. */
import { parentPort } from "node:worker_threads";
import { symbolicateSubject } from "./subject.ts";
import { type FoundSymbols, SymbolCache, type SymbolSource } from "./symbol-cache.ts";
import type { FromThread, ToThread } from "./thread-messages.ts";

const port = parentPort;
if (port === null) throw new Error("This file is run as a worker thread");

const cache = new SymbolCache();
const finding = new Map<number, (found: FoundSymbols | null) => void>();
const reading = new Map<number, (bytes: Buffer) => void>();
let calls = 0;
const tell = (message: FromThread) => port.postMessage(message);

/** The process finds and reads: it knows whose subject this is, and has the connections. A call that fails ends the subject. */
const source: SymbolSource = {
  find: (wanted) =>
    new Promise((resolve) => {
      const call = calls++;
      finding.set(call, resolve);
      tell({ kind: "find", call, wanted });
    }),
  read: (objectKey, offset, length) =>
    new Promise((resolve) => {
      const call = calls++;
      reading.set(call, resolve);
      tell({ kind: "read", call, objectKey, offset, length });
    }),
};

port.on("message", (message: ToThread) => {
  switch (message.kind) {
    case "found":
      finding.get(message.call)?.(message.found);
      finding.delete(message.call);
      break;
    case "bytes": {
      const { buffer, byteOffset, byteLength } = message.bytes;
      reading.get(message.call)?.(Buffer.from(buffer, byteOffset, byteLength));
      reading.delete(message.call);
      break;
    }
    default:
      symbolicateSubject(message.subject, cache.readersOf(source)).then(
        (form) => tell({ kind: "done", form }),
        (error: unknown) => tell({ kind: "failed", reason: String(error) }),
      );
  }
});
