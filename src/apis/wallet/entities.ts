/** The tables of this API. */
import { Column, column, declareEntity, type Row } from "#src/storage/entity.ts";

/** - `pool` of the wallet; `client` of a person or company; `virtual` for one payment; `system` of the bank's own books. */
export type AccountKind = "pool" | "client" | "virtual" | "system";

/** An account as people know it. What is in it is the ledger's (`wallet_balances`). */
export const accountEntity = declareEntity("wallet_accounts", {
  integratorId: column.uuid.key,
  accountNo: column.text.key,
  kind: column.textOf<AccountKind>(),
  /** `sav_…`; transfers name it. */
  savingsId: column.text,
  clientId: column.text,
  name: column.text,
  tier: new Column<1 | 2 | 3>({ type: "smallint" }),
  /** Of a one-time account: where its payment goes on to; null is the pool account. */
  settlesTo: column.text.nullable,
  createdAt: column.timestamp,
});

export type Account = Row<typeof accountEntity>;

/** Which books an account number of this bank is in: the one look-up that starts without an integrator. */
export const accountNumberEntity = declareEntity("wallet_account_numbers", {
  accountNo: column.text.key,
  integratorId: column.uuid,
});

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

/** A user of this API, by agreement: it has a consumer key and, once onboarded, a wallet. */
export const integratorEntity = declareEntity("wallet_integrators", {
  id: column.uuid.key,
  name: column.text,
  consumerKey: column.text,
  /** SHA-256. */
  consumerSecretHash: column.bytes,
  /** Of the secret before, which is valid until then; null where there was none. */
  previousSecretHash: column.bytes.nullable,
  previousSecretUntil: column.timestamp.nullable,
  /** Null before onboarding, like the three that follow. */
  walletName: column.text.nullable,
  shortName: column.text.nullable,
  username: column.text.nullable,
  implementation: column.textOf<"Pool" | "1-1">().nullable,
  /** The pool account, which is there from the beginning. */
  poolAccountNo: column.text,
  onboardedAt: column.timestamp.nullable,
  createdAt: column.timestamp,
  /** When its access ended. */
  revokedAt: column.timestamp.nullable,
});

export type Integrator = Row<typeof integratorEntity>;

/** Rows that stand in for the outside world's registries: people with a BVN, banks, accounts at those banks, billers. */
export const bvnRecordEntity = declareEntity("wallet_bvn_records", {
  bvn: column.text.key,
  firstName: column.text,
  middleName: column.text,
  lastName: column.text,
  gender: column.textOf<"Male" | "Female">(),
  /** `YYYY-MM-DD`. */
  bornOn: column.date,
  phone: column.text,
});

export type BvnRecord = Row<typeof bvnRecordEntity>;

export const bankEntity = declareEntity("wallet_banks", {
  code: column.text.key,
  name: column.text,
  createdAt: column.timestamp,
});

export type Bank = Row<typeof bankEntity>;

export const billerEntity = declareEntity("wallet_billers", {
  id: column.text.key,
  name: column.text,
  division: column.text,
  product: column.text,
  category: column.text,
});

export type Biller = Row<typeof billerEntity>;

/** One payment that is expected. Its amount and expiry stand in the balance, where the ledger decides. */
export const virtualAccountEntity = declareEntity("wallet_virtual_accounts", {
  integratorId: column.uuid.key,
  reference: column.text.key,
  accountNo: column.text,
  merchantId: column.text,
  createdAt: column.timestamp,
});

export type VirtualAccount = Row<typeof virtualAccountEntity>;
