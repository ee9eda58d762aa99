import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** The profile of a business. Production activation asks for all of it. */
export interface BusinessProfile {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly contactEmail?: string;
}

/** A customer of Accord: it owns projects and API keys, and in the insurance API it is the tenant. */
export const businessEntity = declareEntity("businesses", {
  id: column.uuid.key,
  name: column.text,
  slug: column.text,
  profile: column.jsonb<BusinessProfile>(),
  /** When an operator approved it for production; null while only test keys may be used. */
  productionActivatedAt: column.timestamp.nullable,
  createdAt: column.timestamp,
});

export type Business = Row<typeof businessEntity>;
