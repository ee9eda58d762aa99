import { EntitySchema } from "typeorm";

/** - `pool` of the wallet; `client` of a person or company; `virtual` for one payment; `system` of the bank's own books. */
export type AccountKind = "pool" | "client" | "virtual" | "system";

/** An account as people know it. What is in it is the ledger's (`wallet_balances`). */
export interface Account {
  integratorId: string;
  accountNo: string;
  kind: AccountKind;
  /** `sav_…`; transfers name it. */
  savingsId: string;
  clientId: string;
  name: string;
  tier: 1 | 2 | 3;
  /** Of a one-time account: where its payment goes on to; null is the pool account. */
  settlesTo: string | null;
  createdAt: Date;
}

export const accountEntity = new EntitySchema<Account>({
  name: "WalletAccount",
  tableName: "wallet_accounts",
  columns: {
    integratorId: { name: "integrator_id", type: "uuid", primary: true },
    accountNo: { name: "account_no", type: "text", primary: true },
    kind: { type: "text" },
    savingsId: { name: "savings_id", type: "text" },
    clientId: { name: "client_id", type: "text" },
    name: { type: "text" },
    tier: { type: "smallint" },
    settlesTo: { name: "settles_to", type: "text", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

/** Which books an account number of this bank is in: the one look-up that starts without an integrator. */
export interface AccountNumber {
  accountNo: string;
  integratorId: string;
}

export const accountNumberEntity = new EntitySchema<AccountNumber>({
  name: "WalletAccountNumber",
  tableName: "wallet_account_numbers",
  columns: {
    accountNo: { name: "account_no", type: "text", primary: true },
    integratorId: { name: "integrator_id", type: "uuid" },
  },
});
