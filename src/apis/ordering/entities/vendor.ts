import { EntitySchema } from "typeorm";
import type { Place } from "../place.ts";

export interface Vendor extends Place {
  readonly vendorId: string;
  readonly name: string;
  readonly approved: boolean;
  /** The IANA name. */
  readonly timeZone: string;
  /** As `openingMinutes` writes it. */
  readonly opening: string;
  /** Tenths of a star. */
  readonly ratingTenths: number | null;
}

/** Its place on the globe, which the database computes for the search by distance, is for SQL alone. */
export const vendorEntity = new EntitySchema<Vendor>({
  name: "Vendor",
  tableName: "vendors",
  columns: {
    vendorId: { name: "vendor_id", type: "text", primary: true },
    name: { type: "text" },
    approved: { type: "boolean" },
    timeZone: { name: "time_zone", type: "text" },
    opening: { type: "int4multirange" },
    ratingTenths: { name: "rating_tenths", type: "smallint", nullable: true },
    latitude: { type: "double precision" },
    longitude: { type: "double precision" },
  },
});
