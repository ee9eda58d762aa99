/**
 * The program of a process that reads what strangers have sent: it inspects uploads and symbolicates stacks. It has no store and
 * no database: it asks the process that started it, and ends with it. Arguments: the MiB that it may have resident.
 */
import { readFileSync, rmSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import type { FoundSymbols, SymbolCache, SymbolSource } from "../symbolication/symbol-cache.ts";
import type { FromReader, Task, TaskResult, ToReader } from "./messages.ts";
import type { Begun } from "./watch.ts";

const memoryBytes = Number(process.argv[2]) * 1024 * 1024;
/** Memory that holds no parsed symbol: the program itself, and the file that is being parsed. */
const ownBytes = 96 * 1024 * 1024;

const watch = new Worker(new URL("watch.ts", import.meta.url), {
  workerData: { memoryBytes, parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  execArgv: [],
});
watch.unref();
process.once("disconnect", () => process.exit());

const tell = (message: FromReader) => process.send?.(message);
/** Functions that resolve open calls, by the number of the call. */
const waiting = new Map<number, (answer: never) => void>();
let calls = 0;
let cache: SymbolCache | undefined;
/** Memory that the program takes before it has read a file (bytes). */
let programBytes: number | undefined;

/** A call that fails is not answered: it ends the process. */
const ask = <Answer>(question: (call: number) => FromReader) =>
  new Promise<Answer>((resolve) => {
    const call = calls++;
    waiting.set(call, resolve);
    tell(question(call));
  });
const source: SymbolSource = {
  find: (wanted) => ask<FoundSymbols | null>((call) => ({ kind: "find", call, wanted })),
  read: (objectKey, offset, length) => ask<Buffer>((call) => ({ kind: "read", call, objectKey, offset, length })),
};

process.on("message", (message: ToReader) => {
  switch (message.kind) {
    case "found":
      answered(message.call, message.found);
      break;
    case "bytes":
      answered(message.call, Buffer.from(message.bytes));
      break;
    case "file":
      answered(message.call, readFileSync(message.path));
      rmSync(message.path, { force: true });
      break;
    default:
      resultOf(message, message.cpuMs)
        // It would be written at the process's own end, which this one does not have.
        .finally(() => flushCompileCache())
        .then(
          (result) => tell({ kind: "done", result, residentBytes: process.memoryUsage.rss() }),
          (error: unknown) => tell({ kind: "failed", reason: String(error) }),
        );
  }
});

function answered(call: number, answer: FoundSymbols | Buffer | null): void {
  waiting.get(call)?.(answer as never);
  waiting.delete(call);
}

/** Loads only what the task needs. */
async function resultOf(task: Task, cpuMs: number): Promise<TaskResult> {
  if (task.kind === "inspect") {
    const { inspectFile } = await import("../uploads/inspection/inspect-file.ts");
    begin(cpuMs);
    return await inspectFile(task.inspection);
  }
  const [{ SymbolCache }, { symbolicateSubject }] = await Promise.all([
    import("../symbolication/symbol-cache.ts"),
    import("../symbolication/subject.ts"),
  ]);
  begin(cpuMs);
  cache ??= new SymbolCache(Math.max(0, memoryBytes - ownBytes));
  return await symbolicateSubject(task.subject, cache.readersOf(source));
}

/** Before a file is read: a program that was not compiled before takes more memory and time, which is not the file's fault. */
function begin(cpuMs: number): void {
  programBytes ??= process.memoryUsage.rss();
  const usage = process.cpuUsage();
  const begun: Begun = { programBytes, mostCpuMs: (usage.user + usage.system) / 1000 + cpuMs };
  watch.postMessage(begun);
}
