import type { EntityManager } from "typeorm";
import type { Answers } from "#generated/management/contract.ts";
import type { SignedIn } from "#src/identity/console-sessions.ts";
import { membershipsOf } from "#src/identity/people.ts";

/** A session as its person sees it, with what they have a role in. */
export async function presentSession(
  manager: EntityManager,
  { person, csrfToken, expiresAt }: SignedIn,
): Promise<Answers["Session"]> {
  const { id, name, everywhere } = person;
  const memberships = await membershipsOf(manager, person);
  return {
    person: { id, name, everywhere },
    csrfToken,
    expiresAt,
    businesses: memberships.map(({ business, role, projects }) => ({
      id: business.id,
      name: business.name,
      slug: business.slug,
      role,
      projects: projects.map((project) => ({
        id: project.id,
        name: project.name,
        slug: project.slug,
        active: project.active,
      })),
    })),
  };
}
