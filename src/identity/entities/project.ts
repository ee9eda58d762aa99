import { array, boolean, declareEntity, integer, key, type Row, text, timestamp, uuid } from "#src/storage/entity.ts";

/** One application of a business: the tenant of the observability API. */
export const projectEntity = declareEntity("projects", {
  id: key(uuid),
  businessId: uuid,
  name: text,
  /** Unique in its business. */
  slug: text,
  active: boolean,
  /** The origins that browsers may send from, in the form that `parseOrigins` returns. An empty list allows every origin. */
  allowedOrigins: array(text),
  /** Incremented with every change of `allowedOrigins`. A browser session is bound to the version that it began with. */
  allowedOriginsVersion: integer,
  createdAt: timestamp,
});

export type Project = Row<typeof projectEntity>;
