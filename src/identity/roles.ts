/** What people may do in a business. */
import { type Scope, scopes } from "./scopes.ts";

/** From the one that may least. */
export const roles = ["viewer", "operator", "owner"] as const;

export type Role = (typeof roles)[number];

/** Whether `role` may do what `needed` may. */
export function mayAs(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** What a person's requests may do where operations name scopes: a viewer only reads. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === "viewer" ? scopes.filter((scope) => scope.endsWith(":read")) : scopes;
}
