import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { tenantColumns } from "../tenant.ts";

/** A place for a file in our own object store. */
export const keptFileEntity = declareEntity("insurance_kept_files", {
  ...tenantColumns,
  fileId: column.text.key,
  mediaType: column.text,
  /** As they were announced; the address takes exactly so many. */
  bytes: column.integer,
  /** Until when the last address is good. */
  expiresAt: column.timestamp,
  /** Whether the file is there; false until a job has looked. */
  stored: column.boolean,
  /** When it was reserved, or last named in a request. */
  usedAt: column.timestamp,
});

export type KeptFile = Row<typeof keptFileEntity>;

export const keptFiles = records(keptFileEntity, ["businessId", "environment"]);
