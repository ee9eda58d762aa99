/** Requests to the process that looks into uploaded files, and its answers. */
import type { ArchiveContents, ArchiveOptions, ContentFault } from "@accord/debug-info/native";
import type { ArtifactFormat } from "../../entities/symbol-file.ts";

export type Inspection = {
  /** The file, on this machine. */
  readonly path: string;
  /** Hex; what its bytes are to have. */
  readonly sha256: string;
} & (({ readonly kind: "archive" } & ArchiveOptions) | { readonly kind: "artifact"; readonly format: ArtifactFormat });

export type Finding =
  | { readonly kind: "indexed"; readonly contents: ArchiveContents }
  | { readonly kind: "readable" }
  | { readonly kind: "other-bytes" }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "unusable"; readonly fault: ContentFault; readonly reason: string };
