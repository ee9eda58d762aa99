import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { records } from "#src/storage/records.ts";

/** A place for a file in our own object store. */
export interface KeptFile {
  readonly businessId: string;
  readonly environment: Environment;
  readonly fileId: string;
  readonly mediaType: string;
  /** As they were announced; the address takes exactly so many. */
  readonly bytes: number;
  /** Until when the last address is good. */
  readonly expiresAt: Date;
  /** Whether the file is there; false until a job has looked. */
  readonly stored: boolean;
  /** When it was reserved, or last named in a request. */
  readonly usedAt: Date;
}

export const keptFileEntity = new EntitySchema<KeptFile>({
  name: "InsuranceKeptFile",
  tableName: "insurance_kept_files",
  columns: {
    businessId: { name: "business_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    fileId: { name: "file_id", type: "text", primary: true },
    mediaType: { name: "media_type", type: "text" },
    bytes: { type: "integer" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
    stored: { type: "boolean" },
    usedAt: { name: "used_at", type: "timestamptz" },
  },
});

export const keptFiles = records(keptFileEntity, ["businessId", "environment"]);
