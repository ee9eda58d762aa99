/**
 * Processes that read what strangers have sent, and the memory that they share: docs/decisions/files-of-strangers.md. Of one project,
 * one upload of each kind and one stack is read at a time.
 */
import { LRUCache } from "lru-cache";
import { FairSlots } from "#src/http/fair-slots.ts";
import type { Subject, SubjectForm } from "../symbolication/subject.ts";
import type { Finding, Inspection } from "../uploads/inspection/inspection.ts";
import type { Task, TaskResult } from "./messages.ts";
import { ReaderProcess, type ReaderSource, type TaskOptions, UnreadableError } from "./reader-process.ts";
import { removeAbandonedFolders } from "./working-folder.ts";

/** The limits of one task. */
export interface ReadingLimits {
  /** Resident, buffers included. */
  readonly memoryMiB: number;
  /** CPU time of the process (ms). */
  readonly cpuMs: number;
  /** By the clock (ms). Only a process that neither works nor ends takes so long. */
  readonly patienceMs: number;
}

export interface SymbolReadersOptions {
  /** Memory of all processes together (MiB); 640 when left out. That fits a long archive, the largest other task and a small one. */
  readonly memoryMiB?: number;
  /** How long a process waits for another stack (ms); 30,000 when left out. */
  readonly idleMs?: number;
  /** In place of those that follow from what is read. */
  readonly limits?: Partial<ReadingLimits>;
}

const mebibyte = 1024 * 1024;
/** How much longer than its CPU time a task may take by the clock: many processes may share one core. */
const patience = 10;
const smallestMiB = 128;
/**
 * An archive of more bytes may take minutes: one such at a time, in memory that nothing else waits for. Its bytes are read by pages,
 * so that more of them take no more memory.
 */
const longArchiveBytes = 16 * mebibyte;
const longArchiveMiB = 256;
/** Symbols are not read again after this many stacks that used them took too much time or memory. */
const mostFailures = 2;
/** Completions of one project that wait. */
const mostWaiting = 20;

/** How an upload is read: a text whole, an archive by pages, and object files, which a job indexes later, at their start only. */
export type UploadKind = "text" | "archive" | "objects";

/** The memory of a text holds its bytes, its string and the parsed value at the same time. */
function limitsOf(kind: UploadKind | "stack", bytes: number): Omit<ReadingLimits, "patienceMs"> {
  const size = bytes / mebibyte;
  switch (kind) {
    case "archive":
      return { memoryMiB: bytes > longArchiveBytes ? longArchiveMiB : smallestMiB, cpuMs: 10_000 + 250 * size };
    case "objects":
      return { memoryMiB: smallestMiB, cpuMs: 10_000 + 25 * size };
    default:
      // For a stack, `bytes` is the size of its largest symbol file.
      return { memoryMiB: 96 + 3.2 * size, cpuMs: 10_000 + 100 * size };
  }
}

/** The stack needs more memory than its process has. */
class MoreMemoryError extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`${bytes} bytes are to be read`);
    this.bytes = bytes;
  }
}

/** An upload is read where much of the memory is free; a stack may find the symbols there that it needs. */
function mayRun(kind: Task["kind"], { residentBytes, memoryMiB }: ReaderProcess): boolean {
  return kind === "symbolicate" || residentBytes <= 0.75 * memoryMiB * mebibyte;
}

interface IdleProcess {
  readonly process: ReaderProcess;
  readonly timer: NodeJS.Timeout;
}

export class SymbolReaders {
  readonly #memoryMiB: number;
  readonly #idleMs: number;
  readonly #limits: Partial<ReadingLimits>;
  readonly #memory: FairSlots;
  readonly #longArchives = new FairSlots({ slots: 1 });
  readonly #running = new Set<ReaderProcess>();
  readonly #idle = new Set<IdleProcess>();
  #isClosed = false;
  /** Bytes of the largest symbols that a project's last stack needed: its next one is likely to need them too. */
  readonly #needs = new LRUCache<string, number>({ max: 1_000 });
  /** How many stacks that needed a file took too much time or memory, by the file's key. */
  readonly #failures = new LRUCache<string, number>({ max: 1_000 });

  constructor({ memoryMiB = 640, idleMs = 30_000, limits = {} }: SymbolReadersOptions = {}) {
    this.#memoryMiB = memoryMiB;
    this.#idleMs = idleMs;
    this.#limits = limits;
    this.#memory = new FairSlots({ slots: memoryMiB - longArchiveMiB, perOwner: 1, maxWaiting: mostWaiting });
  }

  /** Removes what processes have left that were killed. To be called at the start. */
  async open(): Promise<void> {
    await removeAbandonedFolders();
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const idle of this.#idle) clearTimeout(idle.timer);
    const processes = [...this.#running, ...[...this.#idle].map(({ process }) => process)];
    this.#idle.clear();
    await Promise.all(processes.map((process) => process.stop()));
  }

  /** Process ids of those at work. */
  get pids(): number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * Runs `work` when it is the project's turn, and lets it inspect one upload of so many bytes. Throws what it throws, Problem
   * OVERLOADED where too many of the project wait, and the signal's reason. Inspecting throws as `ReaderProcess.run` does.
   */
  async inspecting<T>(
    { kind, projectId, bytes, signal }: { kind: UploadKind; projectId: string; bytes: number; signal?: AbortSignal },
    work: (inspect: (inspection: Inspection) => Promise<Finding>) => Promise<T>,
  ): Promise<T> {
    const limits = this.#limitsOf(kind, bytes);
    const inspect = async (inspection: Inspection) =>
      (await this.#run({ kind: "inspect", inspection }, { ...limits, signal })) as Finding;
    const turn = signal === undefined ? {} : { signal };
    if (kind === "archive" && bytes > longArchiveBytes)
      return await this.#longArchives.run(projectId, () => work(inspect), turn);
    return await this.#memory.run(`${kind} ${projectId}`, () => work(inspect), { ...turn, size: limits.memoryMiB });
  }

  /** Symbolicates a stack. Null when no symbols could say more. Throws as `ReaderProcess.run` does. */
  async symbolicate(
    projectId: string,
    subject: Subject,
    source: ReaderSource,
    signal?: AbortSignal,
  ): Promise<SubjectForm | null> {
    for (let bytes = this.#needs.get(projectId) ?? 0; ; ) {
      const limits = this.#limitsOf("stack", bytes);
      let most = 0;
      const copied = new Set<string>();
      const copy: ReaderSource["copy"] = async (key, offset, length) => {
        if ((this.#failures.get(key) ?? 0) >= mostFailures)
          throw new UnreadableError("Its symbols took too long or too much memory before.");
        copied.add(key);
        most = Math.max(most, length);
        if (this.#limitsOf("stack", most).memoryMiB > limits.memoryMiB) throw new MoreMemoryError(most);
        return await source.copy(key, offset, length);
      };
      const options = { ...limits, signal, source: { ...source, copy } };
      try {
        const run = () => this.#run({ kind: "symbolicate", subject }, options);
        const turn = { size: limits.memoryMiB, continued: true, ...(signal !== undefined && { signal }) };
        const form = (await this.#memory.run(`stack ${projectId}`, run, turn)) as SubjectForm | null;
        if (most > 0) this.#needs.set(projectId, most);
        return form;
      } catch (error) {
        if (error instanceof UnreadableError && error.exceedsLimits)
          for (const key of copied) this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
        if (!(error instanceof MoreMemoryError)) throw error;
        bytes = error.bytes;
        this.#needs.set(projectId, bytes);
      }
    }
  }

  /** In few sizes, so that a process that waits fits the next task. */
  #limitsOf(kind: UploadKind | "stack", bytes: number): ReadingLimits {
    const { memoryMiB, cpuMs } = limitsOf(kind, bytes);
    const inSteps = Math.max(smallestMiB, 16 * Math.ceil(memoryMiB / 16));
    const largest = this.#memoryMiB - longArchiveMiB - smallestMiB;
    return {
      memoryMiB: Math.min(largest, inSteps),
      cpuMs: Math.round(cpuMs),
      patienceMs: Math.round(patience * cpuMs),
      ...this.#limits,
    };
  }

  /** In a process that waits, or in a new one. What earlier tasks have left in the former is not to be blamed on this one. */
  async #run(task: Task, options: TaskOptions & ReadingLimits): Promise<TaskResult> {
    const idle = this.#takeIdle(task.kind, options.memoryMiB);
    try {
      if (idle !== undefined) return await this.#runIn(idle, task, options);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
    return await this.#runIn(await this.#start(options.memoryMiB), task, options);
  }

  /** The process is kept for the next task, with the symbols that it has parsed. */
  async #runIn(process: ReaderProcess, task: Task, options: TaskOptions): Promise<TaskResult> {
    try {
      return await process.run(task, options);
    } finally {
      this.#running.delete(process);
      if (task.kind === "symbolicate" || mayRun("inspect", process)) this.#keep(process);
      else await process.stop();
    }
  }

  #takeIdle(kind: Task["kind"], memoryMiB: number): ReaderProcess | undefined {
    for (const idle of this.#idle) {
      const { process } = idle;
      if (process.memoryMiB !== memoryMiB || process.hasEnded || !mayRun(kind, process)) continue;
      this.#forget(idle);
      this.#running.add(process);
      return process;
    }
    return undefined;
  }

  #keep(process: ReaderProcess): void {
    if (process.hasEnded || this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#forget(idle);
      void process.stop();
    }, this.#idleMs).unref();
    const idle = { process, timer };
    this.#idle.add(idle);
  }

  #forget(idle: IdleProcess): void {
    clearTimeout(idle.timer);
    this.#idle.delete(idle);
  }

  /** Those that wait make room, the one that has waited longest first. */
  async #start(memoryMiB: number): Promise<ReaderProcess> {
    const taken = () =>
      [...this.#running, ...[...this.#idle].map(({ process }) => process)].reduce((sum, one) => sum + one.memoryMiB, 0);
    for (const idle of this.#idle) {
      if (taken() + memoryMiB <= this.#memoryMiB) break;
      this.#forget(idle);
      await idle.process.stop();
    }
    const process = new ReaderProcess(memoryMiB);
    this.#running.add(process);
    return process;
  }
}
