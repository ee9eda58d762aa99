import type { MigrationInterface, QueryRunner } from "typeorm";
import { exchangeKey } from "./exchange-key.ts";

/**
 * Puts the half-hour of receipt (store/received-slot.ts) into the key of events, before the id. Rows that are there already
 * get the half-hour of the migration, all of them, since a default that is not volatile is computed once and nothing is
 * rewritten: whoever looks for ids of the last ten minutes finds theirs.
 */
export class KeyEventsBySlotOfReceipt1790001900000 implements MigrationInterface {
  readonly name = "KeyEventsBySlotOfReceipt1790001900000";
  /** Because of `exchangeKey`. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events ADD COLUMN IF NOT EXISTS received_slot smallint NOT NULL
      DEFAULT ((floor(extract(epoch FROM now()) / 1800)::bigint % 48)::smallint)`);
    await exchangeKey(runner, "events", "(project_id, environment, received_slot, event_id, received_at)");
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
