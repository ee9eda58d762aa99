import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

/** An insurer whose products can be sold. */
export interface InsurerRow {
  /** The `providerId` of the merchant API. */
  id: string;
  name: string;
  baseUrl: string;
  /** The token it issued to us, encrypted with the master key and bound to this row. */
  credential: Buffer;
  redirectHosts: string[];
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const insurerEntity = new EntitySchema<InsurerRow>({
  name: "Insurer",
  tableName: "insurers",
  columns: {
    id: { type: "text", primary: true },
    name: { type: "text" },
    baseUrl: { name: "base_url", type: "text" },
    credential: { type: "bytea" },
    redirectHosts: { name: "redirect_hosts", type: "text", array: true },
    active: { type: "boolean" },
    createdAt: { name: "created_at", type: "timestamptz" },
    updatedAt: { name: "updated_at", type: "timestamptz" },
  },
});

export const insurerRecords = records(insurerEntity, ["id"]);
