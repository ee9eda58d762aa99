import { EntitySchema } from "typeorm";

export type ClientKind = "person" | "company" | "wallet";

/** Somebody who holds an account: a person, a company, or the integrator's wallet itself. */
export interface Client {
  integratorId: string;
  id: string;
  kind: ClientKind;
  /** As payers see it. */
  name: string;
  firstName: string;
  middleName: string;
  lastName: string;
  /** Empty where none was given. */
  bvn: string;
  phone: string;
  /** Of a person without a BVN: the phone without its prefix, which one client of a wallet has; null for everybody else. */
  phoneKey: string | null;
  gender: "Male" | "Female" | null;
  /** Of birth, or of incorporation: `YYYY-MM-DD`. */
  bornOn: string | null;
  address: string;
  /** Of a company. */
  rcNumber: string | null;
  createdAt: Date;
}

export const clientEntity = new EntitySchema<Client>({
  name: "WalletClient",
  tableName: "wallet_clients",
  columns: {
    integratorId: { name: "integrator_id", type: "uuid", primary: true },
    id: { type: "text", primary: true },
    kind: { type: "text" },
    name: { type: "text" },
    firstName: { name: "first_name", type: "text" },
    middleName: { name: "middle_name", type: "text" },
    lastName: { name: "last_name", type: "text" },
    bvn: { type: "text" },
    phone: { type: "text" },
    phoneKey: { name: "phone_key", type: "text", nullable: true },
    gender: { type: "text", nullable: true },
    bornOn: { name: "born_on", type: "date", nullable: true },
    address: { type: "text" },
    rcNumber: { name: "rc_number", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
