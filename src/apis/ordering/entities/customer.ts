import { EntitySchema } from "typeorm";

export interface Customer {
  readonly customerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly createdAt: Date;
}

export const customerEntity = new EntitySchema<Customer>({
  name: "Customer",
  tableName: "customers",
  columns: {
    customerId: { name: "customer_id", type: "text", primary: true },
    firstName: { name: "first_name", type: "text" },
    lastName: { name: "last_name", type: "text" },
    phone: { type: "text" },
    email: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
