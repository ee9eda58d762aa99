import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Problems that events are instances of. `issue_arrivals` is what flushes have counted and nobody has folded in yet; `issue_fingerprints`
 * has the counts, by the groups and stacks that events agree in; `issues` are what people see, each of one fingerprint or several.
 */
export class CreateIssues1790002561000 implements MigrationInterface {
  readonly name = "CreateIssues1790002561000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE issue_arrivals (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        groups text NOT NULL,
        PRIMARY KEY (project_id, environment, id)
      )`);
    await runner.query(`
      CREATE TABLE issues (
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
      ) WITH (fillfactor = 85)`);
    for (const column of ["last_seen", "first_seen", "event_count"])
      await runner.query(`
        CREATE INDEX issues_${column} ON issues (project_id, environment, ${column}, id) WHERE merged_into IS NULL`);
    await runner.query(`
      CREATE INDEX issues_merged ON issues (project_id, environment, merged_into) WHERE merged_into IS NOT NULL`);
    await runner.query(`
      CREATE TABLE issue_fingerprints (
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
      ) WITH (fillfactor = 85)`);
    await runner.query(`
      CREATE INDEX issue_fingerprints_issue ON issue_fingerprints (project_id, environment, issue_id)`);
    await runner.query(`
      CREATE INDEX issue_fingerprints_group ON issue_fingerprints (project_id, environment, group_fingerprint)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
