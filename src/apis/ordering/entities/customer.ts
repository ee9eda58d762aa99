import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export const customerEntity = declareEntity("customers", {
  customerId: column.text.key,
  firstName: column.text,
  lastName: column.text,
  phone: column.text,
  email: column.text,
  createdAt: column.timestamp,
});

export type Customer = Row<typeof customerEntity>;
