import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Events, spans and logs, partitioned by the day of receipt (UTC). JSON is kept as text: turning it into jsonb would
 * cost more than everything else about a span, and almost no row is ever searched by its attributes.
 *
 * Trace ids are uuid and span ids bigint because those types hold exactly their bytes and compare fastest. What a
 * resource and a scope say is stored once in `telemetry_sources` instead of in every row.
 *
 * Each table has the index of its key, which finds duplicates, and one for its list; logs have one more, for traces.
 * Every further index would cost a quarter of the ingest rate.
 */
export class CreateTelemetry1790000100000 implements MigrationInterface {
  readonly name = "CreateTelemetry1790000100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE events (
        project_id uuid NOT NULL,
        received_at timestamptz NOT NULL,
        time timestamptz NOT NULL,
        level smallint NOT NULL,
        environment text COLLATE "C" NOT NULL,
        event_id text COLLATE "C" NOT NULL,
        source text NOT NULL,
        message text,
        release text,
        stage text,
        platform text,
        trace_id text,
        span_id text,
        payload text NOT NULL,
        PRIMARY KEY (project_id, environment, event_id, received_at)
      ) PARTITION BY RANGE (received_at)`);
    await runner.query("CREATE INDEX events_by_time ON events (project_id, environment, time)");
    await runner.query(`
      CREATE TABLE spans (
        project_id uuid NOT NULL,
        trace_id uuid NOT NULL,
        source_id uuid NOT NULL,
        span_id bigint NOT NULL,
        received_at timestamptz NOT NULL,
        start_time_unix_nano bigint NOT NULL,
        end_time_unix_nano bigint NOT NULL,
        parent_span_id bigint,
        flags integer NOT NULL,
        kind smallint NOT NULL,
        status_code smallint NOT NULL,
        environment text COLLATE "C" NOT NULL,
        service_name text COLLATE "C" NOT NULL,
        name text NOT NULL,
        attributes text,
        events text,
        links text,
        trace_state text,
        status_message text,
        dropped_attributes_count bigint,
        dropped_events_count bigint,
        dropped_links_count bigint,
        PRIMARY KEY (project_id, environment, trace_id, span_id, received_at)
      ) PARTITION BY RANGE (received_at)`);
    await runner.query(
      "CREATE INDEX spans_by_service ON spans (project_id, environment, service_name, start_time_unix_nano)",
    );
    await runner.query(`
      CREATE TABLE logs (
        project_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        source_id uuid NOT NULL,
        received_at timestamptz NOT NULL,
        time_unix_nano bigint NOT NULL,
        observed_time_unix_nano bigint NOT NULL,
        batch_index integer NOT NULL,
        flags integer NOT NULL,
        severity_number smallint NOT NULL,
        environment text COLLATE "C" NOT NULL,
        service_name text COLLATE "C" NOT NULL,
        severity_text text,
        trace_id uuid,
        span_id bigint,
        event_name text,
        body_text text NOT NULL,
        body text,
        attributes text,
        dropped_attributes_count bigint,
        PRIMARY KEY (project_id, environment, batch_id, batch_index, received_at)
      ) PARTITION BY RANGE (received_at)`);
    await runner.query("CREATE INDEX logs_by_time ON logs (project_id, environment, time_unix_nano)");
    await runner.query(`
      CREATE INDEX logs_by_trace ON logs (project_id, environment, trace_id, time_unix_nano)
      WHERE trace_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE telemetry_sources (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        source_id uuid NOT NULL,
        resource text NOT NULL,
        scope text NOT NULL,
        last_seen date NOT NULL,
        PRIMARY KEY (project_id, environment, source_id)
      )`);
    await runner.query(`
      CREATE TABLE trace_services (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        service_name text COLLATE "C" NOT NULL,
        last_seen date NOT NULL,
        PRIMARY KEY (project_id, environment, service_name)
      )`);
    await runner.query(`
      CREATE TABLE trace_operations (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        service_name text COLLATE "C" NOT NULL,
        operation text COLLATE "C" NOT NULL,
        kind smallint NOT NULL,
        last_seen date NOT NULL,
        PRIMARY KEY (project_id, environment, service_name, operation, kind)
      )`);
    await runner.query(`
      CREATE TABLE quota_windows (
        project_id uuid NOT NULL,
        environment text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        window_start timestamptz NOT NULL,
        used bigint NOT NULL,
        PRIMARY KEY (project_id, environment, name)
      ) WITH (fillfactor = 50)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
