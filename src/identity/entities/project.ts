import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** One application of a business: the tenant of the observability API. */
export const projectEntity = declareEntity("projects", {
  id: column.uuid.key,
  businessId: column.uuid,
  name: column.text,
  /** Unique in its business. */
  slug: column.text,
  active: column.boolean,
  /** The origins that browsers may send from, in the form that `parseOrigins` returns. An empty list allows every origin. */
  allowedOrigins: column.text.array,
  /** Incremented with every change of `allowedOrigins`. A browser session is bound to the version that it began with. */
  allowedOriginsVersion: column.integer,
  createdAt: column.timestamp,
});

export type Project = Row<typeof projectEntity>;
