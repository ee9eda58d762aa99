import type { FileHandle } from "node:fs/promises";
import type { ReceivedRequest } from "./signature.ts";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An XML document. */
  readonly document?: string;
  /** A part of an open file, which is closed after it has been sent; `end` is the last byte. */
  readonly file?: { readonly handle: FileHandle; readonly start: number; readonly end: number };
}

export interface ObjectCall {
  readonly request: ReceivedRequest;
  readonly bucket: string;
  readonly key: string;
}
