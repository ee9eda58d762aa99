import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Creates `set_locally`, whose arguments are names and values of settings, alternately. It runs a SET LOCAL for each, because a cluster
 * only passes on the text of SET LOCAL commands to its nodes. It has the rights of its caller.
 */
export class CreateSetLocally1795000000000 extends ForwardMigration {
  protected override readonly statements = [
    `CREATE FUNCTION set_locally(VARIADIC settings text[]) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN
       FOR at IN 1 .. cardinality(settings) BY 2 LOOP
         EXECUTE format('SET LOCAL %I = %L', settings[at], settings[at + 1]);
       END LOOP;
     END $$`,
  ];
}
