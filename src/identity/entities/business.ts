import { EntitySchema } from "typeorm";

/** The profile of a business. Production activation asks for all of it. */
export interface BusinessProfile {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly contactEmail?: string;
}

/** A customer of Accord: it owns projects and API keys, and in the insurance API it is the tenant. */
export interface Business {
  id: string;
  name: string;
  slug: string;
  profile: BusinessProfile;
  /** When an operator approved it for production; null while only test keys may be used. */
  productionActivatedAt: Date | null;
  createdAt: Date;
}

export const businessEntity = new EntitySchema<Business>({
  name: "Business",
  tableName: "businesses",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    slug: { type: "text" },
    profile: { type: "jsonb" },
    productionActivatedAt: { name: "production_activated_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
