import { declareEntity, jsonb, key, nullable, type Row, text, timestamp, uuid } from "#src/storage/entity.ts";

/** The profile of a business. Production activation asks for all of it. */
export interface BusinessProfile {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly contactEmail?: string;
}

/** A customer of Accord: it owns projects and API keys, and in the insurance API it is the tenant. */
export const businessEntity = declareEntity("businesses", {
  id: key(uuid),
  name: text,
  slug: text,
  profile: jsonb<BusinessProfile>(),
  /** When an operator approved it for production; null while only test keys may be used. */
  productionActivatedAt: nullable(timestamp),
  createdAt: timestamp,
});

export type Business = Row<typeof businessEntity>;
