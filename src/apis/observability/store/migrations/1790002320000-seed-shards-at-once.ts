import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * `seed_shard_statistics` asks each shard once for all columns, where it asked once for each: a partition has as many shards as its table. What a
 * shard refuses is a warning in PostgreSQL's log: the partition serves without statistics, too.
 */
export class SeedShardsAtOnce1790002320000 implements MigrationInterface {
  readonly name = "SeedShardsAtOnce1790002320000";

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query("SELECT quote_ident(current_schema()) AS schema");
    // Citus formats the command with the name of a shard, which lacks its schema where that is public.
    await runner.query(`
      CREATE OR REPLACE FUNCTION seed_shard_statistics(name text, distinct_values json)
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
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
