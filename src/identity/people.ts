// SQL: the first projects of each of many businesses, in one statement.
/** People who sign in to the console, and their roles in businesses. */
import { type EntityManager, In } from "typeorm";
import { invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { audit, operator } from "./audit.ts";
import {
  type Business,
  businessEntity,
  businessMemberEntity,
  type Person,
  type Project,
  personEntity,
} from "./entities.ts";
import { existing } from "./naming.ts";
import type { Role } from "./roles.ts";

/** A business, the role of a person in it, and its projects. */
export interface Membership {
  readonly business: Business;
  readonly role: Role;
  readonly projects: readonly ListedProject[];
}

type ListedProject = Pick<Project, "id" | "name" | "slug" | "active">;

/** Longest list of people, of businesses, and of the projects of a business that is returned. */
const mostListed = 1_000;

// Index: projects_slug_taken. The limit is one of each business.
const selectProjects = `
  SELECT p.business_id AS "businessId", p.id, p.name, p.slug, p.active
    FROM unnest($1::uuid[]) AS b (id)
    CROSS JOIN LATERAL (SELECT * FROM projects WHERE business_id = b.id ORDER BY slug LIMIT $2) p
   ORDER BY p.slug`;

/** The operator of the installation: the operating system's user who runs the command. Created on the first call. */
export async function localOperator(database: Database, now = new Date()): Promise<Person> {
  const { actor: name } = operator();
  return inTransaction(database, async ({ manager }) => {
    const person: Person = { id: risingId(), name, everywhere: true, createdAt: now };
    await manager.createQueryBuilder().insert().into(personEntity).values(person).orIgnore().execute();
    const kept = await manager.findOneByOrFail(personEntity, { name });
    if (kept.id !== person.id) return kept;
    await audit(manager, { action: "person.added", subject: person.id, details: { name, everywhere: true } }, now);
    return person;
  });
}

/** Sets the role of a person in a business. Throws Problem VALIDATION_FAILED for a malformed e-mail address. */
export async function setRole(
  database: Database,
  { business, email, role }: { readonly business: Business; readonly email: string; readonly role: Role },
  now = new Date(),
): Promise<Person> {
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid("A person is named by an e-mail address.");
  const name = email.toLowerCase();
  const businessId = business.id;
  return inTransaction(database, async ({ manager }) => {
    const fresh: Person = { id: risingId(), name, everywhere: false, createdAt: now };
    await manager.createQueryBuilder().insert().into(personEntity).values(fresh).orIgnore().execute();
    const person = await manager.findOneByOrFail(personEntity, { name });
    await manager.upsert(businessMemberEntity, { businessId, personId: person.id, role }, ["businessId", "personId"]);
    await audit(manager, { action: "person.role_set", subject: person.id, businessId, details: { name, role } }, now);
    return person;
  });
}

/** Removes the role of a person in a business. Throws Problem NOT_FOUND when there is none. */
export async function removeMember(
  database: Database,
  business: Business,
  email: string,
  now = new Date(),
): Promise<Person> {
  const person = await personByName(database, email);
  const businessId = business.id;
  await inTransaction(database, async ({ manager }) => {
    const { affected } = await manager.delete(businessMemberEntity, { businessId, personId: person.id });
    if (affected !== 1) throw notFound(`${person.name} has no role in ${business.slug}.`);
    const { name } = person;
    await audit(manager, { action: "person.removed", subject: person.id, businessId, details: { name } }, now);
  });
  return person;
}

/** The person with this name. Throws Problem NOT_FOUND, which lists the existing names, when there is none. */
export async function personByName(database: Database, name: string): Promise<Person> {
  const people = database.dataSource.getRepository(personEntity);
  const person = await people.findOneBy({ name: name.toLowerCase() });
  if (person !== null) return person;
  const known = await people.find({ order: { name: "ASC" }, take: 20 });
  throw notFound(`There is no person ${JSON.stringify(name)}; ${existing(known.map((other) => other.name))}.`);
}

/**
 * The person with this e-mail address who has a role in a business. Never an operator of the installation, whose name may look like an
 * e-mail address.
 */
export async function memberByEmail({ dataSource }: Database, email: string): Promise<Person | null> {
  const person = await dataSource.getRepository(personEntity).findOneBy({ name: email, everywhere: false });
  if (person === null) return null;
  const isMember = await dataSource.getRepository(businessMemberEntity).existsBy({ personId: person.id });
  return isMember ? person : null;
}

/** The people with a role in a business, by name. */
export async function membersOf(
  { dataSource }: Database,
  businessId: string,
): Promise<{ readonly person: Person; readonly role: Role }[]> {
  const members = await dataSource
    .getRepository(businessMemberEntity)
    .find({ where: { businessId }, take: mostListed });
  const people = await dataSource
    .getRepository(personEntity)
    .find({ where: { id: In(members.map(({ personId }) => personId)) }, order: { name: "ASC" } });
  const roles = new Map(members.map(({ personId, role }) => [personId, role]));
  return people.flatMap((person) => {
    const role = roles.get(person.id);
    return role === undefined ? [] : [{ person, role }];
  });
}

/** The businesses in which a person has a role, by slug, each with its projects, by slug too. */
export async function membershipsOf(manager: EntityManager, person: Person): Promise<Membership[]> {
  const members = await manager
    .getRepository(businessMemberEntity)
    .find({ where: { personId: person.id }, take: mostListed });
  const roles = new Map(members.map(({ businessId, role }) => [businessId, role]));
  const businesses = await manager.getRepository(businessEntity).find({
    where: person.everywhere ? {} : { id: In([...roles.keys()]) },
    order: { slug: "ASC" },
    take: mostListed,
  });
  const values = [businesses.map(({ id }) => id), mostListed];
  const projects = Map.groupBy(
    await manager.query<(ListedProject & { businessId: string })[]>(selectProjects, values),
    ({ businessId }) => businessId,
  );
  return businesses.map((business) => ({
    business,
    role: person.everywhere ? "owner" : (roles.get(business.id) ?? "viewer"),
    projects: projects.get(business.id) ?? [],
  }));
}

/** The role of a person in a business; null when there is none or the business does not exist. */
export async function roleIn({ dataSource }: Database, person: Person, businessId: string): Promise<Role | null> {
  if (person.everywhere)
    return (await dataSource.getRepository(businessEntity).existsBy({ id: businessId })) ? "owner" : null;
  const member = await dataSource.getRepository(businessMemberEntity).findOneBy({ businessId, personId: person.id });
  return member?.role ?? null;
}
