import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export type ClientKind = "person" | "company" | "wallet";

/** Somebody who holds an account: a person, a company, or the integrator's wallet itself. */
export const clientEntity = declareEntity("wallet_clients", {
  integratorId: column.uuid.key,
  id: column.text.key,
  kind: column.textOf<ClientKind>(),
  /** As payers see it. */
  name: column.text,
  firstName: column.text,
  middleName: column.text,
  lastName: column.text,
  /** Empty where none was given. */
  bvn: column.text,
  phone: column.text,
  /** Of a person without a BVN: the phone without its prefix, which one client of a wallet has; null for everybody else. */
  phoneKey: column.text.nullable,
  gender: column.textOf<"Male" | "Female">().nullable,
  /** Of birth, or of incorporation: `YYYY-MM-DD`. */
  bornOn: column.date.nullable,
  address: column.text,
  /** Of a company. */
  rcNumber: column.text.nullable,
  createdAt: column.timestamp,
});

export type Client = Row<typeof clientEntity>;
