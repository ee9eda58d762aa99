/** What stands in for the outside world's registries: people with a BVN, banks, accounts at those banks, billers. */
import { column, declareEntity, type Row } from "#src/storage/entity.ts";

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
