import { column, declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";

/** - `pool` of the wallet; `client` of a person or company; `virtual` for one payment; `system` of the bank's own books. */
export type AccountKind = "pool" | "client" | "virtual" | "system";

/** An account as people know it. What is in it is the ledger's (`wallet_balances`). */
export const accountEntity = declareEntity("wallet_accounts", {
  integratorId: key(uuid),
  accountNo: key(text),
  kind: textOf<AccountKind>(),
  /** `sav_…`; transfers name it. */
  savingsId: text,
  clientId: text,
  name: text,
  tier: column<1 | 2 | 3>({ type: "smallint" }),
  /** Of a one-time account: where its payment goes on to; null is the pool account. */
  settlesTo: nullable(text),
  createdAt: timestamp,
});

export type Account = Row<typeof accountEntity>;

/** Which books an account number of this bank is in: the one look-up that starts without an integrator. */
export const accountNumberEntity = declareEntity("wallet_account_numbers", {
  accountNo: key(text),
  integratorId: uuid,
});

export type AccountNumber = Row<typeof accountNumberEntity>;
