/** Permissions of an API key. An operation names the scopes of which it needs one; see `requireScopes`. */
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
