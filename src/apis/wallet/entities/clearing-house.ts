import { EntitySchema } from "typeorm";

/** Where the clearing house is today, and the secret that it knows us by. There is one. */
export interface ClearingHouseAddress {
  singleton: true;
  url: string;
  /** Encrypted under the master key. */
  secret: Buffer;
  /** Whether it is the one that plays other banks, beside which credits from outside can be simulated. */
  sandbox: boolean;
}

export const clearingHouseEntity = new EntitySchema<ClearingHouseAddress>({
  name: "WalletClearingHouse",
  tableName: "wallet_clearing_house",
  columns: {
    singleton: { type: "boolean", primary: true },
    url: { type: "text" },
    secret: { type: "bytea" },
    sandbox: { type: "boolean" },
  },
});
