import {
  boolean,
  declareEntity,
  integer,
  key,
  nullable,
  type Row,
  safeBigint,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

export type UploadStatus = "AWAITING_UPLOAD" | "QUEUED" | "PROCESSING" | "DONE" | "FAILED" | "INVALID";

/** Something that was announced for upload, and what has become of it. */
export const symbolUploadEntity = declareEntity("symbol_uploads", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  /** UUIDv7. */
  uploadId: key(uuid),
  status: textOf<UploadStatus>(),
  /** Null unless FAILED or INVALID. */
  failureReason: nullable(text),
  /** For people, at most 500 characters; null where there is nothing to say. */
  failureDetail: nullable(text),
  platform: textOf<SymbolPlatform>(),
  /** Null for an archive of debug symbols. */
  artifactType: nullable(textOf<ArtifactType>()),
  release: nullable(text),
  /** As an artifact has it. */
  script: text,
  buildNumber: nullable(text),
  originalFilename: nullable(text),
  /** Hex, as declared. */
  sha256: text,
  declaredBytes: safeBigint,
  /** Whether its object files are indexed: archives, and artifacts that are object files and were not deleted. */
  indexed: boolean,
  /** Null until it is completed, once it has failed, and of an artifact that was deleted. */
  fileId: nullable(uuid),
  /** Different debug ids, objects that were indexed, and objects that could not be. */
  discoveredUuids: integer,
  validObjects: integer,
  invalidObjects: integer,
  createdAt: timestamp,
  /** When it was DONE, FAILED or INVALID. */
  completedAt: nullable(timestamp),
  /** Readings at its completion that were begun and did not end. */
  attempts: integer,
  /** When the address expires that the bytes are sent to. */
  addressExpiresAt: timestamp,
  /** Whether what may have been sent to the address after all has been removed. */
  swept: boolean,
});

export type SymbolUpload = Row<typeof symbolUploadEntity>;

export const symbolUploads = records(symbolUploadEntity, ["projectId", "environment"]);
