/** The columns that tables of records have beside those of all blocks and segments (`recordTables`). */
import type { BlockTables } from "#src/storage/blocks/tables.ts";

/** Filters and maps are read a byte at a time, which takes that PostgreSQL does not compress them. */
export function createRecordColumns({ heads, blocks, segments }: Omit<BlockTables, "besides">): string[] {
  return [
    `ALTER TABLE ${heads} ADD COLUMN changes bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE ${blocks} ADD COLUMN first_key bigint NOT NULL, ADD COLUMN last_key bigint NOT NULL,
       ADD COLUMN head_bytes integer NOT NULL, ADD COLUMN filter bytea NOT NULL, ADD COLUMN ids bytea NOT NULL`,
    `ALTER TABLE ${blocks} ALTER COLUMN filter SET STORAGE EXTERNAL, ALTER COLUMN ids SET STORAGE EXTERNAL`,
    `ALTER TABLE ${segments} ADD COLUMN head_bytes integer NOT NULL, ADD COLUMN filter bytea NOT NULL,
       ADD COLUMN ids bytea NOT NULL, ADD COLUMN grams bytea NOT NULL`,
    `ALTER TABLE ${segments} ALTER COLUMN filter SET STORAGE EXTERNAL, ALTER COLUMN ids SET STORAGE EXTERNAL,
       ALTER COLUMN grams SET STORAGE EXTERNAL`,
  ];
}
