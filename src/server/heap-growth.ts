import { setFlagsFromString } from "node:v8";

/** How much the old generation may grow after a collection before the next one (percent of what the collection left). */
const growthPercent = 50;

/**
 * Makes V8 collect its old generation sooner. By default V8 lets a small heap grow to four times its live size, so 100 MB and more of
 * garbage from one client's long answers stay in memory. V8 reads the flag at the end of each collection, so it can be set while a
 * program runs.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
