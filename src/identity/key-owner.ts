// SQL: the columns that statements of every request have in common.
/** The business and the project that a key or a token is for, as columns of one row. */
import type { KnownProject } from "./project-directory.ts";

export interface KeyOwner {
  readonly business: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly productionActivatedAt: Date | null;
  };
  /** Null for a key of the business as a whole. */
  readonly project: KnownProject | null;
}

export interface OwnerRow {
  business_id: string;
  business_name: string;
  business_slug: string;
  production_activated_at: Date | null;
  project_id: string | null;
  project_name: string;
  project_active: boolean;
  allowed_origins: string[];
  allowed_origins_version: number;
}

/** Columns of the tables `businesses b` and `projects p`. */
export const ownerColumns = `
  b.id AS business_id, b.name AS business_name, b.slug AS business_slug, b.production_activated_at,
  p.id AS project_id, p.name AS project_name, p.active AS project_active, p.allowed_origins, p.allowed_origins_version`;

/** Makes the owner of a row with `ownerColumns`. */
export function ownerOfRow(row: OwnerRow): KeyOwner {
  return {
    business: {
      id: row.business_id,
      name: row.business_name,
      slug: row.business_slug,
      productionActivatedAt: row.production_activated_at,
    },
    project:
      row.project_id === null
        ? null
        : {
            id: row.project_id,
            name: row.project_name,
            active: row.project_active,
            allowedOrigins: row.allowed_origins,
            allowedOriginsVersion: row.allowed_origins_version,
          },
  };
}
