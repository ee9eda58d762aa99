import { Column, column, declareEntity, type Row } from "#src/storage/entity.ts";

/** Its place on the globe, which the database computes for the search by distance, is for SQL alone. */
export const vendorEntity = declareEntity("vendors", {
  vendorId: column.text.key,
  name: column.text,
  approved: column.boolean,
  /** The IANA name. */
  timeZone: column.text,
  /** As `openingMinutes` writes it. */
  opening: new Column<string>({ type: "int4multirange" }),
  /** Tenths of a star. */
  ratingTenths: column.smallint.nullable,
  latitude: column.double,
  longitude: column.double,
});

export type Vendor = Row<typeof vendorEntity>;
