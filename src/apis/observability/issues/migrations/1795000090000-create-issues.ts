import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Problems that events are instances of. `issue_arrivals` names the blocks whose events wait to be folded; `issue_fingerprints` has the
 * counts, by the groups and stacks that events agree in; `issues` are what people see, each of one fingerprint or several.
 */
export class CreateIssues1795000090000 extends ForwardMigration {
  protected override readonly statements = [...arrivals, ...issues, ...fingerprints];
}

const arrivals = [
  // When compaction removes the block, it copies the payload into the row. `folded_to` is the last fingerprint that is folded.
  `CREATE TABLE issue_arrivals (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     id text COLLATE "C" NOT NULL,
     block_id bigint NOT NULL,
     received_at timestamptz NOT NULL,
     events integer NOT NULL,
     bytes integer NOT NULL,
     folded_to text COLLATE "C",
     head_bytes integer,
     payload bytea,
     PRIMARY KEY (project_id, environment, id)
   )`,
];

const issues = [
  `CREATE TABLE issues (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     id text COLLATE "C" NOT NULL,
     title text NOT NULL,
     culprit text,
     level smallint NOT NULL,
     state text NOT NULL CHECK (state IN ('open', 'resolved', 'ignored', 'regressed')),
     resolved_in text,
     resolved_at timestamptz,
     ignored_until timestamptz,
     owner text,
     first_seen timestamptz NOT NULL,
     last_seen timestamptz NOT NULL,
     event_count bigint NOT NULL,
     releases text[] NOT NULL,
     hour integer NOT NULL,
     hour_count bigint NOT NULL,
     hour_limit bigint,
     escalated_at timestamptz,
     merged_into text COLLATE "C",
     PRIMARY KEY (project_id, environment, id)
   ) WITH (fillfactor = 85)`,
  ...["last_seen", "first_seen", "event_count"].map(
    (column) => `CREATE INDEX issues_${column} ON issues (project_id, environment, ${column}, id)
     WHERE merged_into IS NULL`,
  ),
  `CREATE INDEX issues_merged ON issues (project_id, environment, merged_into) WHERE merged_into IS NOT NULL`,
];

const fingerprints = [
  `CREATE TABLE issue_fingerprints (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     fingerprint text COLLATE "C" NOT NULL,
     kind text NOT NULL CHECK (kind IN ('group', 'stack', 'symbolicated')),
     group_fingerprint text COLLATE "C" NOT NULL,
     issue_id text COLLATE "C",
     title text NOT NULL,
     culprit text,
     level smallint NOT NULL,
     event_count bigint NOT NULL,
     first_seen timestamptz NOT NULL,
     last_seen timestamptz NOT NULL,
     hours text NOT NULL,
     releases text NOT NULL,
     users text NOT NULL,
     events text NOT NULL,
     PRIMARY KEY (project_id, environment, fingerprint)
   ) WITH (fillfactor = 85)`,
  // The environment comes last: where statistics do not know the tenant, PostgreSQL takes an index that begins with the same columns as the
  // key in its place, and reads all fingerprints of the tenant for each one.
  "CREATE INDEX issue_fingerprints_issue ON issue_fingerprints (project_id, issue_id, environment)",
  "CREATE INDEX issue_fingerprints_group ON issue_fingerprints (project_id, group_fingerprint, environment)",
];
