/** Messages between a process that reads symbols and the one that started it. One task at a time. */
import type { Subject, SubjectForm } from "../symbolication/subject.ts";
import type { FoundSymbols, WantedSymbols } from "../symbolication/symbol-cache.ts";
import type { Finding, Inspection } from "../uploads/inspection/inspection.ts";

export type Task =
  | { readonly kind: "inspect"; readonly inspection: Inspection }
  | { readonly kind: "symbolicate"; readonly subject: Subject };

/** The form is null when no symbols could say more. */
export type TaskResult = Finding | SubjectForm | null;

export type ToReader =
  /** `cpuMs`: CPU time that the task may take (ms). */
  | (Task & { readonly cpuMs: number })
  | { readonly kind: "found"; readonly call: number; readonly found: FoundSymbols | null }
  | { readonly kind: "bytes"; readonly call: number; readonly bytes: Uint8Array }
  /** The bytes are in a file, which the reader may delete. */
  | { readonly kind: "file"; readonly call: number; readonly path: string };

export type FromReader =
  | { readonly kind: "find"; readonly call: number; readonly wanted: WantedSymbols }
  | {
      readonly kind: "read";
      readonly call: number;
      readonly objectKey: string;
      readonly offset: number;
      readonly length: number;
    }
  /** `residentBytes`: what the process takes after the task. */
  | { readonly kind: "done"; readonly result: TaskResult; readonly residentBytes: number }
  | { readonly kind: "failed"; readonly reason: string };
