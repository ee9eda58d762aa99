import { date, declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";

export type ClientKind = "person" | "company" | "wallet";

/** Somebody who holds an account: a person, a company, or the integrator's wallet itself. */
export const clientEntity = declareEntity("wallet_clients", {
  integratorId: key(uuid),
  id: key(text),
  kind: textOf<ClientKind>(),
  /** As payers see it. */
  name: text,
  firstName: text,
  middleName: text,
  lastName: text,
  /** Empty where none was given. */
  bvn: text,
  phone: text,
  /** Of a person without a BVN: the phone without its prefix, which one client of a wallet has; null for everybody else. */
  phoneKey: nullable(text),
  gender: nullable(textOf<"Male" | "Female">()),
  /** Of birth, or of incorporation: `YYYY-MM-DD`. */
  bornOn: nullable(date),
  address: text,
  /** Of a company. */
  rcNumber: nullable(text),
  createdAt: timestamp,
});

export type Client = Row<typeof clientEntity>;
