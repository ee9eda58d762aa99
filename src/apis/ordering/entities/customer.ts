import { declareEntity, key, type Row, text, timestamp } from "#src/storage/entity.ts";

export const customerEntity = declareEntity("customers", {
  customerId: key(text),
  firstName: text,
  lastName: text,
  phone: text,
  email: text,
  createdAt: timestamp,
});

export type Customer = Row<typeof customerEntity>;
