import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

export type UploadStatus = "AWAITING_UPLOAD" | "QUEUED" | "PROCESSING" | "DONE" | "FAILED" | "INVALID";

/** Something that was announced for upload, and what has become of it. */
export const symbolUploadEntity = declareEntity("symbol_uploads", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  /** UUIDv7. */
  uploadId: column.uuid.key,
  status: column.textOf<UploadStatus>(),
  /** Null unless FAILED or INVALID. */
  failureReason: column.text.nullable,
  /** For people, at most 500 characters; null where there is nothing to say. */
  failureDetail: column.text.nullable,
  platform: column.textOf<SymbolPlatform>(),
  /** Null for an archive of debug symbols. */
  artifactType: column.textOf<ArtifactType>().nullable,
  release: column.text.nullable,
  /** As an artifact has it. */
  script: column.text,
  buildNumber: column.text.nullable,
  originalFilename: column.text.nullable,
  /** Hex, as declared. */
  sha256: column.text,
  declaredBytes: column.safeBigint,
  /** Whether its object files are indexed: archives, and artifacts that are object files and were not deleted. */
  indexed: column.boolean,
  /** Null until it is completed, once it has failed, and of an artifact that was deleted. */
  fileId: column.uuid.nullable,
  /** Different debug ids, objects that were indexed, and objects that could not be. */
  discoveredUuids: column.integer,
  validObjects: column.integer,
  invalidObjects: column.integer,
  createdAt: column.timestamp,
  /** When it was DONE, FAILED or INVALID. */
  completedAt: column.timestamp.nullable,
  /** Readings at its completion that were begun and did not end. */
  attempts: column.integer,
  /** When the address expires that the bytes are sent to. */
  addressExpiresAt: column.timestamp,
  /** Whether what may have been sent to the address after all has been removed. */
  swept: column.boolean,
});

export type SymbolUpload = Row<typeof symbolUploadEntity>;

export const symbolUploads = records(symbolUploadEntity, ["projectId", "environment"]);
