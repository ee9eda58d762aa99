import { blockTables } from "#src/storage/blocks/tables.ts";

/** Where samples are kept. */
export const metricTables = blockTables("metric");
