import { EntitySchema } from "typeorm";

/** One payment that is expected. Its amount and expiry stand in the balance, where the ledger decides. */
export interface VirtualAccount {
  integratorId: string;
  reference: string;
  accountNo: string;
  merchantId: string;
  createdAt: Date;
}

export const virtualAccountEntity = new EntitySchema<VirtualAccount>({
  name: "WalletVirtualAccount",
  tableName: "wallet_virtual_accounts",
  columns: {
    integratorId: { name: "integrator_id", type: "uuid", primary: true },
    reference: { type: "text", primary: true },
    accountNo: { name: "account_no", type: "text" },
    merchantId: { name: "merchant_id", type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
