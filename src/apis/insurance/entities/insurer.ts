import { array, boolean, bytes, declareEntity, key, type Row, text, timestamp } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** An insurer whose products can be sold. */
export const insurerEntity = declareEntity("insurers", {
  /** The `providerId` of the merchant API. */
  id: key(text),
  name: text,
  baseUrl: text,
  /** The token it issued to us, encrypted with the master key and bound to this row. */
  credential: bytes,
  redirectHosts: array(text),
  active: boolean,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export type InsurerRow = Row<typeof insurerEntity>;

export const insurerRecords = records(insurerEntity, ["id"]);
