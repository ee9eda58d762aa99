/** Permissions of an API key. An operation lists scopes, of which a key needs at least one; see `requireScopes`. */
export const scopes = [
  "ingest:write",
  "symbols:upload",
  "symbols:read",
  "symbols:reprocess",
  "events:read",
  "issues:write",
  "metrics:read",
  "traces:read",
] as const;

export type Scope = (typeof scopes)[number];
