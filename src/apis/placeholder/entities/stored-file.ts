import { declareEntity, integer, key, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { MediaType } from "../files/media-type.ts";

export const storedFileEntity = declareEntity("placeholder_files", {
  userId: key(uuid),
  id: key(uuid),
  filename: text,
  mediaType: textOf<MediaType>(),
  /** Bytes. */
  size: integer,
  /** Hexadecimal. */
  sha256: text,
  createdAt: timestamp,
});

export type StoredFile = Row<typeof storedFileEntity>;

export const storedFiles = records(storedFileEntity, ["userId"]);
