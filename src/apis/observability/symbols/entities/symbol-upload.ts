import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

export type UploadStatus = "AWAITING_UPLOAD" | "QUEUED" | "PROCESSING" | "DONE" | "FAILED" | "INVALID";

/** Something that was announced for upload, and what has become of it. */
export interface SymbolUpload {
  readonly projectId: string;
  readonly environment: Environment;
  /** UUIDv7. */
  readonly uploadId: string;
  readonly status: UploadStatus;
  /** Null unless FAILED or INVALID. */
  readonly failureReason: string | null;
  /** For people, at most 500 characters; null where there is nothing to say. */
  readonly failureDetail: string | null;
  readonly platform: SymbolPlatform;
  /** Null for an archive of debug symbols. */
  readonly artifactType: ArtifactType | null;
  readonly release: string | null;
  /** As an artifact has it. */
  readonly script: string;
  readonly buildNumber: string | null;
  readonly originalFilename: string | null;
  /** Hex, as declared. */
  readonly sha256: string;
  readonly declaredBytes: number;
  /** Whether its object files are indexed: archives, and artifacts that are object files and were not deleted. */
  readonly indexed: boolean;
  /** Null until it is completed, once it has failed, and of an artifact that was deleted. */
  readonly fileId: string | null;
  /** Different debug ids, objects that were indexed, and objects that could not be. */
  readonly discoveredUuids: number;
  readonly validObjects: number;
  readonly invalidObjects: number;
  readonly createdAt: Date;
  /** When it was DONE, FAILED or INVALID. */
  readonly completedAt: Date | null;
  /** Readings at its completion that were begun and did not end. */
  readonly attempts: number;
  /** When the address expires that the bytes are sent to. */
  readonly addressExpiresAt: Date;
  /** Whether what may have been sent to the address after all has been removed. */
  readonly swept: boolean;
}

export const symbolUploadEntity = new EntitySchema<SymbolUpload>({
  name: "SymbolUpload",
  tableName: "symbol_uploads",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    uploadId: { name: "upload_id", type: "uuid", primary: true },
    status: { type: "text" },
    failureReason: { name: "failure_reason", type: "text", nullable: true },
    failureDetail: { name: "failure_detail", type: "text", nullable: true },
    platform: { type: "text" },
    artifactType: { name: "artifact_type", type: "text", nullable: true },
    release: { type: "text", nullable: true },
    script: { type: "text" },
    buildNumber: { name: "build_number", type: "text", nullable: true },
    originalFilename: { name: "original_filename", type: "text", nullable: true },
    sha256: { type: "text" },
    declaredBytes: { name: "declared_bytes", ...safeBigint },
    indexed: { type: "boolean" },
    fileId: { name: "file_id", type: "uuid", nullable: true },
    discoveredUuids: { name: "discovered_uuids", type: "integer" },
    validObjects: { name: "valid_objects", type: "integer" },
    invalidObjects: { name: "invalid_objects", type: "integer" },
    createdAt: { name: "created_at", type: "timestamptz" },
    completedAt: { name: "completed_at", type: "timestamptz", nullable: true },
    attempts: { type: "integer" },
    addressExpiresAt: { name: "address_expires_at", type: "timestamptz" },
    swept: { type: "boolean" },
  },
});

export const symbolUploads = records(symbolUploadEntity, ["projectId", "environment"]);
