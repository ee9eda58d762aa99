import { IsNull } from "typeorm";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction, type Queryable } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { completeActivationStep } from "./activation.ts";
import { audit } from "./audit.ts";
import { type Business, type BusinessProfile, businessEntity } from "./entities.ts";
import { existing, parseName, parseSlug } from "./naming.ts";

export interface NewBusiness {
  readonly name: string;
  /** When left out, made from the name. */
  readonly slug?: string | undefined;
  readonly profile?: BusinessProfile;
}

/** Creates a business. Throws Problem VALIDATION_FAILED for a malformed name, slug or profile, INVALID_STATE_TRANSITION for a slug in use. */
export async function createBusiness(
  database: Database,
  { name, slug, profile = {} }: NewBusiness,
  now = new Date(),
): Promise<Business> {
  const parsedName = parseName(name);
  const business: Business = {
    id: risingId(),
    name: parsedName,
    slug: parseSlug(slug, parsedName),
    profile: parseProfile(profile),
    productionActivatedAt: null,
    createdAt: now,
  };
  const taken = () => conflict(`The slug ${business.slug} is taken by another business.`);
  await inTransaction(database, async ({ manager, client }) => {
    await manager.insert(businessEntity, business).catch(onViolation("businesses_slug_taken", taken));
    await noteCompleteProfile(client, business, now);
    const { id, slug } = business;
    await audit(manager, { action: "business.created", subject: id, businessId: id, details: { slug } }, now);
  });
  return business;
}

/** All businesses. */
export function listBusinesses(database: Database): Promise<Business[]> {
  return database.dataSource.getRepository(businessEntity).find({ order: { slug: "ASC" } });
}

/** The business with this slug. Throws Problem NOT_FOUND, which lists the existing slugs, when there is none. */
export async function businessBySlug(database: Database, slug: string): Promise<Business> {
  const business = await database.dataSource.getRepository(businessEntity).findOneBy({ slug });
  if (business !== null) return business;
  const slugs = (await listBusinesses(database)).map((other) => other.slug);
  throw notFound(`There is no business ${JSON.stringify(slug)}; ${existing(slugs)}.`);
}

/** The business with this id. Throws Problem NOT_FOUND when there is none. */
export async function businessById({ dataSource }: Database, id: string): Promise<Business> {
  const business = await dataSource.getRepository(businessEntity).findOneBy({ id });
  if (business === null) throw notFound();
  return business;
}

/** Replaces the given fields of the profile. Throws Problem VALIDATION_FAILED when one is malformed. */
export async function updateProfile(
  database: Database,
  { id }: Business,
  profile: BusinessProfile,
  now = new Date(),
): Promise<Business> {
  const given = parseProfile(profile);
  return inTransaction(database, async ({ manager, client }) => {
    const lock = { mode: "for_no_key_update" } as const;
    const current = await manager.findOneOrFail(businessEntity, { where: { id }, lock });
    const changed = { ...current, profile: { ...current.profile, ...given } };
    await manager.update(businessEntity, { id }, { profile: changed.profile });
    await noteCompleteProfile(client, changed, now);
    return changed;
  });
}

async function noteCompleteProfile(on: Queryable, { id, profile }: Business, now: Date): Promise<void> {
  if (profile.country === undefined || profile.contactEmail === undefined) return;
  await completeActivationStep(on, id, "BUSINESS_PROFILE", now);
}

/**
 * Approves a business for production. Does not check for open steps: `refuseOpenSteps` does. The time of the first approval is kept;
 * repeating it changes nothing.
 */
export async function activateBusiness(database: Database, business: Business, now = new Date()): Promise<Business> {
  const { id } = business;
  return inTransaction(database, async ({ manager }) => {
    const first = { id, productionActivatedAt: IsNull() };
    const { affected } = await manager.update(businessEntity, first, { productionActivatedAt: now });
    if (affected === 1) await audit(manager, { action: "business.activated", subject: id, businessId: id }, now);
    return manager.findOneByOrFail(businessEntity, { id });
  });
}

function parseProfile({ country, contactEmail }: BusinessProfile): BusinessProfile {
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) {
    throw invalid("A country is two capital letters (ISO 3166-1), such as NG.");
  }
  if (contactEmail !== undefined && (contactEmail.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(contactEmail))) {
    throw invalid("The contact must be an e-mail address.");
  }
  return { ...(country !== undefined && { country }), ...(contactEmail !== undefined && { contactEmail }) };
}
