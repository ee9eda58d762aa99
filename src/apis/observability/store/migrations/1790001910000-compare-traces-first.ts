import type { MigrationInterface } from "typeorm";

/** Gave the table of spans another key. It is dropped later, so nothing is left to do. */
export class CompareTracesFirst1790001910000 implements MigrationInterface {
  readonly name = "CompareTracesFirst1790001910000";

  async up(): Promise<void> {}

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
