import type { MigrationInterface, QueryRunner } from "typeorm";

const renamed = { webhook_lanes: "webhook_endpoint_queues", _wakes_: "_arrivals_", _width_: "_concurrency_" };

/**
 * `webhook_lanes` becomes `webhook_endpoint_queues`, its `width` `concurrency` and its `wakes` `arrivals`, and what belongs
 * to the table is called after it. Only names change; servers of the version before are to be stopped first.
 */
export class NameEndpointQueues1790001100000 implements MigrationInterface {
  readonly name = "NameEndpointQueues1790001100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE webhook_lanes RENAME TO webhook_endpoint_queues");
    await runner.query("ALTER TABLE webhook_endpoint_queues RENAME COLUMN width TO concurrency");
    await runner.query("ALTER TABLE webhook_endpoint_queues RENAME COLUMN wakes TO arrivals");
    await runner.query("ALTER INDEX webhook_lanes_due RENAME TO webhook_endpoint_queues_due");
    // The primary key, and from PostgreSQL 18 on each NOT NULL.
    const constraints = (await runner.query(
      "SELECT conname AS name FROM pg_constraint WHERE conrelid = 'webhook_endpoint_queues'::regclass",
    )) as { name: string }[];
    for (const { name } of constraints) {
      const to = Object.entries(renamed).reduce((text, [old, now]) => text.replace(old, now), name);
      await runner.query(`ALTER TABLE webhook_endpoint_queues RENAME CONSTRAINT "${name}" TO "${to}"`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
