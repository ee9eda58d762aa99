import {
  boolean,
  column,
  declareEntity,
  double,
  key,
  nullable,
  type Row,
  smallint,
  text,
} from "#src/storage/entity.ts";

/** Its place on the globe, which the database computes for the search by distance, is for SQL alone. */
export const vendorEntity = declareEntity("vendors", {
  vendorId: key(text),
  name: text,
  approved: boolean,
  /** The IANA name. */
  timeZone: text,
  /** As `openingMinutes` writes it. */
  opening: column<string>({ type: "int4multirange" }),
  /** Tenths of a star. */
  ratingTenths: nullable(smallint),
  latitude: double,
  longitude: double,
});

export type Vendor = Row<typeof vendorEntity>;
