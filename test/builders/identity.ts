import { randomBytes } from "node:crypto";
import { createApiKey, type NewApiKey } from "#src/identity/api-keys.ts";
import { createBusiness, type NewBusiness } from "#src/identity/businesses.ts";
import type { Business, Project } from "#src/identity/entities.ts";
import type { IssuedKey } from "#src/identity/key-format.ts";
import { createProject, type NewProject, type Owner } from "#src/identity/projects.ts";
import type { TestDatabase } from "#test/support/database.ts";

/** A business of its own, under a fresh slug. */
export async function aBusiness(database: TestDatabase, given: Partial<NewBusiness> = {}): Promise<Business> {
  return await createBusiness(await database.operator(), {
    name: "Acme Stores",
    slug: `acme-${randomBytes(6).toString("hex")}`,
    ...given,
  });
}

/** A project in a business of its own, or in the one given. */
export async function aProject(
  database: TestDatabase,
  { business, ...given }: Partial<NewProject> & { business?: Business } = {},
): Promise<{ business: Business; project: Project }> {
  const owner = business ?? (await aBusiness(database));
  const slug = `checkout-${randomBytes(6).toString("hex")}`;
  return {
    business: owner,
    project: await createProject(await database.operator(), owner, { name: "Checkout", slug, ...given }),
  };
}

/** A test key with `ingest:write`, of a project of its own or of the owner given. */
export async function anApiKey(
  database: TestDatabase,
  { owner, ...given }: Partial<NewApiKey> & { owner?: Owner } = {},
): Promise<IssuedKey & Owner> {
  const { business, project } = owner ?? (await aProject(database));
  const key = await createApiKey(
    await database.operator(),
    { business, project },
    { environment: "test", scopes: ["ingest:write"], ...given },
  );
  return { ...key, business, project };
}

/** An address that is nobody else's. */
export function anEmail(): string {
  return `ada.${randomBytes(8).toString("hex")}@example.org`;
}
