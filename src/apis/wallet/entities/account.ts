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
