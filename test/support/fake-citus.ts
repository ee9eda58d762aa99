/**
 * As much of Citus as Accord calls, in a database of a test's own: functions of the same names in pg_catalog that write down what
 * they are asked, and refuse what is known to be refused. It moves nothing.
 */
import type { TestDatabase } from "./database.ts";

const functions = [
  `CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char", partkey text, repmodel "char", beside text)`,
  "CREATE TABLE pg_catalog.fake_commands (number serial, said text)",
  `CREATE TABLE pg_catalog.pg_dist_node (
     nodename text, nodeport integer, isactive boolean DEFAULT true, noderole text DEFAULT 'primary', answers boolean DEFAULT true,
     nodeid serial, groupid integer DEFAULT 1, shouldhaveshards boolean DEFAULT true)`,
  // Each table has one shard, which is the table itself.
  `CREATE VIEW pg_catalog.pg_dist_shard AS SELECT logicalrelid, 102008::bigint AS shardid FROM pg_catalog.pg_dist_partition`,
  `CREATE FUNCTION pg_catalog.shard_name(object_name regclass, shard_id bigint) RETURNS text LANGUAGE sql AS 'SELECT object_name::text'`,
  `CREATE FUNCTION pg_catalog.column_to_column_name(regclass, text) RETURNS text LANGUAGE sql AS 'SELECT $2'`,
  `CREATE FUNCTION pg_catalog.create_distributed_table(table_name regclass, distribution_column text, colocate_with text DEFAULT 'default')
   RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = table_name) THEN
       RAISE EXCEPTION 'table "%" is already distributed', table_name;
     END IF;
     IF EXISTS (
       SELECT FROM pg_index WHERE indrelid = table_name AND indisunique AND NOT EXISTS (
         SELECT FROM pg_attribute WHERE attrelid = table_name AND attname = distribution_column AND attnum = ANY (indkey))
     ) THEN
       RAISE EXCEPTION 'cannot create constraint on "%": keys must include the distribution column', table_name;
     END IF;
     IF EXISTS (
       SELECT FROM pg_constraint LEFT JOIN pg_dist_partition ON logicalrelid = confrelid
       WHERE conrelid = table_name AND contype = 'f' AND confrelid <> table_name AND logicalrelid IS NULL
     ) THEN
       RAISE EXCEPTION 'cannot create foreign key constraint of "%": the referenced table must be distributed', table_name;
     END IF;
     IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal)
        AND current_setting('citus.enable_unsafe_triggers', true) IS DISTINCT FROM 'on' THEN
       RAISE EXCEPTION 'cannot distribute relation "%" because it has triggers', table_name;
     END IF;
     IF colocate_with <> 'none' AND NOT EXISTS (
       SELECT FROM pg_dist_partition WHERE logicalrelid = colocate_with::regclass AND partmethod = 'h'
         AND (SELECT atttypid FROM pg_attribute WHERE attrelid = logicalrelid AND attname = partkey)
           = (SELECT atttypid FROM pg_attribute WHERE attrelid = table_name AND attname = distribution_column)
     ) THEN
       RAISE EXCEPTION 'cannot colocate tables % and %', colocate_with, table_name;
     END IF;
     INSERT INTO pg_dist_partition
     SELECT relid, 'h', distribution_column, 's', colocate_with FROM (SELECT table_name AS relid UNION SELECT relid FROM pg_partition_tree(table_name)) AS tree;
   END $$`,
  `CREATE FUNCTION pg_catalog.create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO pg_dist_partition VALUES (table_name, 'n', NULL, 't', NULL);
   END $$`,
  `CREATE FUNCTION pg_catalog.truncate_local_data_after_distributing_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = table_name) THEN
       RAISE EXCEPTION 'table % is not distributed', table_name;
     END IF;
     IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal AND tgenabled = 'O' AND tgtype & 32 > 0) THEN
       RAISE EXCEPTION 'a trigger of % refuses TRUNCATE', table_name;
     END IF;
     INSERT INTO fake_commands (said) VALUES ('cleared ' || table_name);
     PERFORM set_config('citus.enable_ddl_propagation', 'on', true);
   END $$`,
  // Citus formats the command with one argument, the name of a shard, which lacks its schema where that is public.
  `CREATE FUNCTION pg_catalog.run_command_on_shards(table_name regclass, command text, parallel boolean DEFAULT true,
     OUT shardid bigint, OUT success boolean, OUT result text)
   RETURNS SETOF record LANGUAGE plpgsql AS $$
   DECLARE told text := format(command, (SELECT quote_ident(relname) FROM pg_class WHERE oid = table_name));
   BEGIN
     INSERT INTO fake_commands (said) VALUES (told);
     shardid := 102008;
     EXECUTE told INTO result;
     success := true;
     RETURN NEXT;
   EXCEPTION WHEN raise_exception OR invalid_parameter_value OR undefined_table THEN
     success := false;
     result := SQLERRM;
     RETURN NEXT;
   END $$`,
  `CREATE FUNCTION pg_catalog.run_command_on_all_nodes(command text, parallel boolean DEFAULT true,
     give_warning_for_connection_errors boolean DEFAULT false, OUT nodeid integer, OUT success boolean, OUT result text)
   RETURNS SETOF record LANGUAGE plpgsql AS $$
   BEGIN
     FOR nodeid, success IN SELECT node.nodeid, answers FROM pg_dist_node AS node WHERE isactive LOOP
       result := 'could not connect';
       IF success THEN EXECUTE command INTO result; END IF;
       RETURN NEXT;
     END LOOP;
   END $$`,
  `CREATE FUNCTION pg_catalog.citus_check_connection_to_node(nodename text, nodeport integer DEFAULT 5432) RETURNS boolean
   LANGUAGE sql AS 'SELECT answers FROM pg_dist_node AS node WHERE (node.nodename, node.nodeport) = ($1, $2)'`,
];

const grants = [
  "GRANT SELECT ON pg_catalog.pg_dist_partition, pg_catalog.fake_commands, pg_catalog.pg_dist_node, pg_catalog.pg_dist_shard TO PUBLIC",
];

/** Every database has the same catalogue tables, but these are in this one alone. */
export async function installFakeCitus({ owner }: TestDatabase): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SET allow_system_table_mods = on");
    for (const statement of [...functions, ...grants]) await client.query(statement);
  } finally {
    client.release(true);
  }
}
