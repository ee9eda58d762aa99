import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Daily partitions are made and dropped by the owner of their table, whoever asks: the roles of the server own nothing. A
 * caller may make a partition of what it may insert into, and drop one of what it may delete from (session_user, since
 * current_user is the owner in here).
 */
export class CreatePartitionFunctions1790001210000 implements MigrationInterface {
  readonly name = "CreatePartitionFunctions1790001210000";

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query("SELECT quote_ident(current_schema()) AS schema");
    // ATTACH lets inserts and queries go on; CREATE TABLE … PARTITION OF would stop them. pg_restore_attribute_stats needs
    // PostgreSQL 18; an older one plans well as soon as autovacuum has analysed the partition.
    await runner.query(`
      CREATE FUNCTION make_daily_partition(kind text, day date, distinct_values json)
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
      END $$`);
    await runner.query(`
      CREATE FUNCTION drop_daily_partition(name text)
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
      END $$`);
    await runner.query("REVOKE ALL ON FUNCTION make_daily_partition, drop_daily_partition FROM PUBLIC");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
