/** What stands in for the outside world's registries: people with a BVN, banks, accounts at those banks, billers. */
import { date, declareEntity, key, type Row, text, textOf, timestamp } from "#src/storage/entity.ts";

export const bvnRecordEntity = declareEntity("wallet_bvn_records", {
  bvn: key(text),
  firstName: text,
  middleName: text,
  lastName: text,
  gender: textOf<"Male" | "Female">(),
  /** `YYYY-MM-DD`. */
  bornOn: date,
  phone: text,
});

export type BvnRecord = Row<typeof bvnRecordEntity>;

export const bankEntity = declareEntity("wallet_banks", {
  code: key(text),
  name: text,
  createdAt: timestamp,
});

export type Bank = Row<typeof bankEntity>;

export const billerEntity = declareEntity("wallet_billers", {
  id: key(text),
  name: text,
  division: text,
  product: text,
  category: text,
});

export type Biller = Row<typeof billerEntity>;
