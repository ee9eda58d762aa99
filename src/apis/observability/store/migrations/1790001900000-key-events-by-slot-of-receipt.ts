import type { MigrationInterface } from "typeorm";

/** Gave the table of events another key. It is dropped later, so nothing is left to do. */
export class KeyEventsBySlotOfReceipt1790001900000 implements MigrationInterface {
  readonly name = "KeyEventsBySlotOfReceipt1790001900000";

  async up(): Promise<void> {}

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
