/** What the worker thread of symbolication and the process around it tell each other. One subject at a time. */
import type { Subject, SubjectForm } from "./subject.ts";
import type { FoundSymbols, WantedSymbols } from "./symbol-cache.ts";

export type ToThread =
  | { readonly kind: "symbolicate"; readonly subject: Subject }
  | { readonly kind: "found"; readonly call: number; readonly found: FoundSymbols | null }
  | { readonly kind: "bytes"; readonly call: number; readonly bytes: Uint8Array };

export type FromThread =
  | { readonly kind: "find"; readonly call: number; readonly wanted: WantedSymbols }
  | {
      readonly kind: "read";
      readonly call: number;
      readonly objectKey: string;
      readonly offset: number;
      readonly length: number;
    }
  /** Null when no symbols could say more. */
  | { readonly kind: "done"; readonly form: SubjectForm | null }
  | { readonly kind: "failed"; readonly reason: string };
