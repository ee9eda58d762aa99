import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * `seed_shard_statistics` as Citus takes it: `run_command_on_shards` formats its command with one argument, the shard's name,
 * which lacks the schema where that is `public`. What a shard refuses is a warning in PostgreSQL's log: the partition serves
 * without statistics, too.
 */
export class NameShardsOnce1790001920000 implements MigrationInterface {
  readonly name = "NameShardsOnce1790001920000";

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query("SELECT quote_ident(current_schema()) AS schema");
    await runner.query(`
      CREATE OR REPLACE FUNCTION seed_shard_statistics(name text, distinct_values json)
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        partition regclass := to_regclass('${schema}.' || quote_ident(name));
        distinct_value record;
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
        FOR distinct_value IN SELECT key, value FROM json_each_text(distinct_values) LOOP
          SELECT min(result) INTO failure FROM run_command_on_shards(partition, format(
            'SELECT pg_restore_attribute_stats(''schemaname'', %L, ''relname'', shard[cardinality(shard)],
               ''attname'', %L, ''inherited'', false, ''null_frac'', 0::real, ''avg_width'', 16, ''n_distinct'', %L::real)
             FROM parse_ident(''%%s'') AS shard',
            (parse_ident('${schema}'))[1], distinct_value.key, distinct_value.value)) WHERE NOT success;
          IF failure IS NOT NULL THEN
            RAISE WARNING 'No statistics for a shard of %: %', name, failure;
          END IF;
        END LOOP;
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
