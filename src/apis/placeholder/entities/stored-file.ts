import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";
import type { MediaType } from "../files/media-type.ts";

export interface StoredFile {
  userId: string;
  id: string;
  filename: string;
  mediaType: MediaType;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  createdAt: Date;
}

export const storedFileEntity = new EntitySchema<StoredFile>({
  name: "PlaceholderFile",
  tableName: "placeholder_files",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    id: { type: "uuid", primary: true },
    filename: { type: "text" },
    mediaType: { name: "media_type", type: "text" },
    size: { type: "integer" },
    sha256: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const storedFiles = records(storedFileEntity, ["userId"]);
