import { declareEntity, key, type Row, text, timestamp, uuid } from "#src/storage/entity.ts";

/** One payment that is expected. Its amount and expiry stand in the balance, where the ledger decides. */
export const virtualAccountEntity = declareEntity("wallet_virtual_accounts", {
  integratorId: key(uuid),
  reference: key(text),
  accountNo: text,
  merchantId: text,
  createdAt: timestamp,
});

export type VirtualAccount = Row<typeof virtualAccountEntity>;
