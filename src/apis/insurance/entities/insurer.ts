import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** An insurer whose products can be sold. */
export const insurerEntity = declareEntity("insurers", {
  /** The `providerId` of the merchant API. */
  id: column.text.key,
  name: column.text,
  baseUrl: column.text,
  /** The token it issued to us, encrypted with the master key and bound to this row. */
  credential: column.bytes,
  redirectHosts: column.text.array,
  active: column.boolean,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type InsurerRow = Row<typeof insurerEntity>;

export const insurerRecords = records(insurerEntity, ["id"]);
