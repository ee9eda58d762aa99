import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What `make_daily_partition` tells PostgreSQL of a fresh partition stays on the coordinator of a cluster, and the plans are
 * made where the shards are. This tells them, once the partition is committed: until then other nodes do not see it. Does
 * nothing on a single PostgreSQL. The rights are as for making a partition.
 */
export class SeedShardStatistics1790001830000 implements MigrationInterface {
  readonly name = "SeedShardStatistics1790001830000";

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query("SELECT quote_ident(current_schema()) AS schema");
    // Citus puts the name of each shard, with its schema, where the command has %s.
    await runner.query(`
      CREATE FUNCTION seed_shard_statistics(name text, distinct_values json)
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        partition regclass := to_regclass('${schema}.' || quote_ident(name));
        distinct_value record;
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
          PERFORM run_command_on_shards(partition, format(
            'SELECT pg_restore_attribute_stats(''schemaname'', (parse_ident(''%%s''))[1], ''relname'', (parse_ident(''%%s''))[2],
               ''attname'', %L, ''inherited'', false, ''null_frac'', 0::real, ''avg_width'', 16, ''n_distinct'', %L::real)',
            distinct_value.key, distinct_value.value));
        END LOOP;
      END $$`);
    await runner.query("REVOKE ALL ON FUNCTION seed_shard_statistics FROM PUBLIC");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
