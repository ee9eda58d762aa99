import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { MediaType } from "../files/media-type.ts";

export const storedFileEntity = declareEntity("placeholder_files", {
  userId: column.uuid.key,
  id: column.uuid.key,
  filename: column.text,
  mediaType: column.textOf<MediaType>(),
  /** Bytes. */
  size: column.integer,
  /** Hexadecimal. */
  sha256: column.text,
  createdAt: column.timestamp,
});

export type StoredFile = Row<typeof storedFileEntity>;

export const storedFiles = records(storedFileEntity, ["userId"]);
