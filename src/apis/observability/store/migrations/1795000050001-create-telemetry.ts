import type { QueryRunner } from "typeorm";
import { ForwardMigration } from "#src/http/forward-migration.ts";
import { createBlockTables } from "#src/storage/blocks/tables.ts";
import { recordTables } from "../blocks/kind.ts";

/**
 * Events, spans, logs and web vitals, as blocks and segments; what is known of them beside the blocks; quotas; and the functions that make
 * and drop daily partitions.
 */
export class CreateTelemetry1795000050001 extends ForwardMigration {
  protected override readonly statements = [
    ...["event", "span", "log", "vital"].flatMap((kind) => createBlockTables(recordTables(kind), recordColumns)),
    ...besides,
  ];

  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    const [{ schema }] = await runner.query("SELECT quote_ident(current_schema()) AS schema");
    for (const statement of partitionFunctions(schema)) await runner.query(statement);
  }
}

/**
 * The columns of records, which `recordTables` names. Filters and maps are read a byte at a time, for which they must not be compressed.
 * PostgreSQL keeps filters of ids in their rows up to some 8 KB (MAIN): a read of twenty traces tests each of them twenty times.
 */
const ofBoth = [
  "head_bytes integer NOT NULL",
  "filter bytea STORAGE EXTERNAL NOT NULL",
  "ids bytea STORAGE MAIN NOT NULL",
  "grams bytea STORAGE EXTERNAL NOT NULL",
];
const recordColumns = {
  blocks: ["first_key bigint NOT NULL", "last_key bigint NOT NULL", ...ofBoth],
  segments: ofBoth,
};

const besides = [
  // Log exports without any time whose answer may not have arrived; see store/unanswered-exports.ts.
  `CREATE TABLE unanswered_log_exports (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     content_id uuid NOT NULL,
     batch_id uuid NOT NULL,
     received_at timestamptz NOT NULL,
     PRIMARY KEY (project_id, environment, content_id, batch_id)
   )`,
  `CREATE TABLE trace_services (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     service_name text COLLATE "C" NOT NULL,
     last_seen date NOT NULL,
     PRIMARY KEY (project_id, environment, service_name)
   )`,
  `CREATE TABLE trace_operations (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     service_name text COLLATE "C" NOT NULL,
     operation text COLLATE "C" NOT NULL,
     kind smallint NOT NULL,
     last_seen date NOT NULL,
     PRIMARY KEY (project_id, environment, service_name, operation, kind)
   )`,
  // Which labels web vitals had on a day: it bounds their number and answers what asks for labels alone.
  `CREATE TABLE web_vital_series (
     project_id uuid NOT NULL,
     day date NOT NULL,
     environment text COLLATE "C" NOT NULL,
     url text COLLATE "C" NOT NULL,
     name text COLLATE "C" NOT NULL,
     rating text COLLATE "C" NOT NULL,
     PRIMARY KEY (project_id, environment, day, url, name, rating)
   )`,
  // `recent`: uses over any 60 seconds, second by second (`SlidingWindow`); null for quotas of a minute.
  `CREATE TABLE quota_windows (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     name text COLLATE "C" NOT NULL,
     window_start timestamptz NOT NULL,
     used bigint NOT NULL,
     recent integer[],
     PRIMARY KEY (project_id, environment, name)
   ) WITH (fillfactor = 50)`,
];

/**
 * Daily partitions are made and dropped by the owner of their table, whoever asks: the roles of the server own nothing. A caller may make a
 * partition of what it may insert into, and drop one of what it may delete from (session_user, since current_user is the owner in here).
 */
function partitionFunctions(schema: string): string[] {
  return [
    // ATTACH lets inserts and queries go on; CREATE TABLE … PARTITION OF would stop them. pg_restore_attribute_stats needs
    // PostgreSQL 18; an older one plans well as soon as autovacuum has analysed the partition.
    `CREATE FUNCTION make_daily_partition(kind text, day date, distinct_values json)
     RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     DECLARE
       parent regclass := to_regclass('${schema}.' || quote_ident(kind));
       name text := kind || '_p' || to_char(day, 'YYYYMMDD');
       distinct_value record;
     BEGIN
       IF parent IS NULL OR (SELECT relkind FROM pg_class WHERE oid = parent) <> 'p'
          OR NOT has_table_privilege(session_user, parent, 'INSERT') THEN
         RAISE EXCEPTION '% may not make partitions of %', session_user, kind USING ERRCODE = 'insufficient_privilege';
       END IF;
       EXECUTE format(
         'CREATE TABLE ${schema}.%I
            (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', name, parent);
       EXECUTE format(
         'ALTER TABLE %s ATTACH PARTITION ${schema}.%I FOR VALUES FROM (%L) TO (%L)',
         parent, name, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
       IF to_regproc('pg_restore_attribute_stats') IS NOT NULL THEN
         FOR distinct_value IN SELECT key, value FROM json_each_text(distinct_values) LOOP
           EXECUTE
             'SELECT pg_restore_attribute_stats(''schemaname'', $1, ''relname'', $2, ''attname'', $3, ''inherited'', false,
                ''null_frac'', 0::real, ''avg_width'', 16, ''n_distinct'', $4)'
           USING (SELECT nspname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE pg_class.oid = parent),
             name, distinct_value.key, distinct_value.value::real;
         END LOOP;
       END IF;
       RETURN name;
     END $$`,
    `CREATE FUNCTION drop_daily_partition(name text)
     RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     DECLARE
       partition regclass := to_regclass('${schema}.' || quote_ident(name));
     BEGIN
       IF partition IS NULL THEN
         RETURN;
       END IF;
       IF name !~ '_p[0-9]{8}$' OR NOT EXISTS (
         SELECT FROM pg_inherits WHERE inhrelid = partition AND has_table_privilege(session_user, inhparent, 'DELETE')
       ) THEN
         RAISE EXCEPTION '% may not drop %', session_user, name USING ERRCODE = 'insufficient_privilege';
       END IF;
       EXECUTE format('DROP TABLE %s', partition);
     END $$`,
    // What make_daily_partition tells PostgreSQL of a fresh partition stays on the coordinator of a cluster, and the plans are made where
    // the shards are. This tells them, once the partition is committed: until then other nodes do not see it. It does nothing on a single
    // PostgreSQL. Citus formats the command with the name of a shard, which lacks its schema where that is public. What a shard refuses
    // is a warning in PostgreSQL's log: the partition serves without statistics, too.
    `CREATE FUNCTION seed_shard_statistics(name text, distinct_values json)
     RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
     DECLARE
       partition regclass := to_regclass('${schema}.' || quote_ident(name));
       failure text;
     BEGIN
       IF partition IS NULL OR to_regproc('run_command_on_shards') IS NULL
          OR to_regproc('pg_restore_attribute_stats') IS NULL THEN
         RETURN;
       END IF;
       IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = partition) THEN
         RETURN;
       END IF;
       IF NOT EXISTS (
         SELECT FROM pg_inherits WHERE inhrelid = partition AND has_table_privilege(session_user, inhparent, 'INSERT')
       ) THEN
         RAISE EXCEPTION '% may not describe %', session_user, name USING ERRCODE = 'insufficient_privilege';
       END IF;
       SELECT min(result) INTO failure FROM run_command_on_shards(partition, format(
         'SELECT bool_and(pg_restore_attribute_stats(''schemaname'', %L, ''relname'', shard[cardinality(shard)],
            ''attname'', known.key, ''inherited'', false, ''null_frac'', 0::real, ''avg_width'', 16, ''n_distinct'', known.value::real))
          FROM parse_ident(''%%s'') AS shard, json_each_text(%L) AS known',
         (parse_ident('${schema}'))[1], replace(distinct_values::text, '%', '%%'))) WHERE NOT success;
       IF failure IS NOT NULL THEN
         RAISE WARNING 'No statistics for a shard of %: %', name, failure;
       END IF;
     END $$`,
    "REVOKE ALL ON FUNCTION make_daily_partition, drop_daily_partition, seed_shard_statistics FROM PUBLIC",
  ];
}
