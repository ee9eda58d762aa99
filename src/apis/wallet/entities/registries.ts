/** What stands in for the outside world's registries: people with a BVN, banks, accounts at those banks, billers. */
import { EntitySchema } from "typeorm";

export interface BvnRecord {
  bvn: string;
  firstName: string;
  middleName: string;
  lastName: string;
  gender: "Male" | "Female";
  /** `YYYY-MM-DD`. */
  bornOn: string;
  phone: string;
}

export const bvnRecordEntity = new EntitySchema<BvnRecord>({
  name: "WalletBvnRecord",
  tableName: "wallet_bvn_records",
  columns: {
    bvn: { type: "text", primary: true },
    firstName: { name: "first_name", type: "text" },
    middleName: { name: "middle_name", type: "text" },
    lastName: { name: "last_name", type: "text" },
    gender: { type: "text" },
    bornOn: { name: "born_on", type: "date" },
    phone: { type: "text" },
  },
});

export interface Bank {
  code: string;
  name: string;
  createdAt: Date;
}

export const bankEntity = new EntitySchema<Bank>({
  name: "WalletBank",
  tableName: "wallet_banks",
  columns: {
    code: { type: "text", primary: true },
    name: { type: "text" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export interface Biller {
  id: string;
  name: string;
  division: string;
  product: string;
  category: string;
}

export const billerEntity = new EntitySchema<Biller>({
  name: "WalletBiller",
  tableName: "wallet_billers",
  columns: {
    id: { type: "text", primary: true },
    name: { type: "text" },
    division: { type: "text" },
    product: { type: "text" },
    category: { type: "text" },
  },
});
