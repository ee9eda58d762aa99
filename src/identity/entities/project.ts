import { EntitySchema } from "typeorm";

/** One application of a business: the tenant of the observability API. */
export interface Project {
  id: string;
  businessId: string;
  name: string;
  /** Unique in its business. */
  slug: string;
  active: boolean;
  /** The origins that browsers may send from, in the form that `parseOrigins` returns. An empty list allows every origin. */
  allowedOrigins: string[];
  /** Incremented with every change of `allowedOrigins`. A browser session is bound to the version that it began with. */
  allowedOriginsVersion: number;
  createdAt: Date;
}

export const projectEntity = new EntitySchema<Project>({
  name: "Project",
  tableName: "projects",
  columns: {
    id: { type: "uuid", primary: true },
    businessId: { name: "business_id", type: "uuid" },
    name: { type: "text" },
    slug: { type: "text" },
    active: { type: "boolean" },
    allowedOrigins: { name: "allowed_origins", type: "text", array: true },
    allowedOriginsVersion: { name: "allowed_origins_version", type: "integer" },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});
