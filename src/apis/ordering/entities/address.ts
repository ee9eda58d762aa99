import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const addressEntity = declareEntity("customer_addresses", {
  customerId: column.text.key,
  addressId: column.text.key,
  label: column.text,
  line1: column.text,
  city: column.text,
  latitude: column.double,
  longitude: column.double,
  active: column.boolean,
  createdAt: column.timestamp,
});

export type Address = Row<typeof addressEntity>;

export const addresses = records(addressEntity, ["customerId"]);
