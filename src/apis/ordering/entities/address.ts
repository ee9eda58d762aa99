import { boolean, declareEntity, double, key, type Row, text, timestamp } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const addressEntity = declareEntity("customer_addresses", {
  customerId: key(text),
  addressId: key(text),
  label: text,
  line1: text,
  city: text,
  latitude: double,
  longitude: double,
  active: boolean,
  createdAt: timestamp,
});

export type Address = Row<typeof addressEntity>;

export const addresses = records(addressEntity, ["customerId"]);
