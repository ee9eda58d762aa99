import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** One payment that is expected. Its amount and expiry stand in the balance, where the ledger decides. */
export const virtualAccountEntity = declareEntity("wallet_virtual_accounts", {
  integratorId: column.uuid.key,
  reference: column.text.key,
  accountNo: column.text,
  merchantId: column.text,
  createdAt: column.timestamp,
});

export type VirtualAccount = Row<typeof virtualAccountEntity>;
