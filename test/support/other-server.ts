/** What connects from now on takes the server for another: tests share one PostgreSQL, which nobody may restart. */
import type { Pool } from "pg";
import type { TestDatabase } from "./database.ts";

/** `pool` is left without connections, as after a failover. Others stay on the server that they know. */
export async function lookLikeAnotherServer({ owner }: TestDatabase, pool: Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>("SELECT current_database() AS name");
  await owner.query(`CREATE FUNCTION public.pg_postmaster_start_time() RETURNS timestamptz
    LANGUAGE sql AS $$ SELECT '2001-02-03 04:05:06Z'::timestamptz $$`);
  await owner.query(`ALTER DATABASE ${rows[0]?.name} SET search_path = public, pg_catalog`);
  while (pool.totalCount > 0) (await pool.connect()).release(true);
}
