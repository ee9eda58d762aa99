import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";
import type { Place } from "../place.ts";

export interface Address extends Place {
  readonly customerId: string;
  readonly addressId: string;
  readonly label: string;
  readonly line1: string;
  readonly city: string;
  readonly active: boolean;
  readonly createdAt: Date;
}

export const addressEntity = new EntitySchema<Address>({
  name: "CustomerAddress",
  tableName: "customer_addresses",
  columns: {
    customerId: { name: "customer_id", type: "text", primary: true },
    addressId: { name: "address_id", type: "text", primary: true },
    label: { type: "text" },
    line1: { type: "text" },
    city: { type: "text" },
    latitude: { type: "double precision" },
    longitude: { type: "double precision" },
    active: { type: "boolean" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const addresses = records(addressEntity, ["customerId"]);
