/** The roles of people in a business. */
import { type Scope, scopes } from "./scopes.ts";

/** The roles, from the fewest rights to the most. Each role includes the rights of those before it. */
export const roles = ["viewer", "operator", "owner"] as const;

export type Role = (typeof roles)[number];

/** Whether `role` includes the rights of `needed`. */
export function mayAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The scopes of a person's requests. A viewer has only the scopes that read. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === "viewer" ? scopes.filter((scope) => scope.endsWith(":read")) : scopes;
}
