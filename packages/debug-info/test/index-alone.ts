/**
 * Indexes an upload and says what it cost, in a process of its own: `node index-alone.ts FILE FOLDER FORMAT`, whose output is
 * one line of JSON, a `Cost`.
 */
import { statSync } from "node:fs";
import { indexArchive, UnusableArchiveError } from "../src/native/archive.ts";
import { ReadingBudget } from "../src/native/reading-budget.ts";

export interface IndexingCost {
  /** Debug ids of what was indexed, why objects were not, and why the upload was refused. */
  readonly objects: readonly string[];
  readonly invalid: readonly string[];
  readonly refusal: string | null;
  readonly spent: Readonly<Record<"unpacked" | "inflated" | "rows" | "ranges" | "names" | "index", number>>;
  /** CPU time of the indexing, in ms. */
  readonly cpu: number;
  /** Memory of the whole process, in KiB: at its peak, and before. */
  readonly peak: number;
  readonly before: number;
}

const [path = "", folder = "", format] = process.argv.slice(2);
const before = process.resourceUsage().maxRSS;
const start = process.cpuUsage();
const budget = new ReadingBudget(statSync(path).size);
const outcome = await indexArchive(path, { folder, format: format === "mach-o" ? "mach-o" : "elf", budget }).catch(
  (error: unknown) => {
    if (error instanceof UnusableArchiveError) return error;
    throw error;
  },
);
const isRefused = outcome instanceof UnusableArchiveError;
const cost: IndexingCost = {
  objects: isRefused ? [] : outcome.objects.map(({ debugId }) => debugId),
  invalid: isRefused ? [] : outcome.invalid.map(({ reason }) => reason),
  refusal: isRefused ? outcome.message : null,
  spent: {
    unpacked: budget.spent("unpacked"),
    inflated: budget.spent("inflated"),
    rows: budget.spent("rows"),
    ranges: budget.spent("ranges"),
    names: budget.spent("names"),
    index: budget.spent("index"),
  },
  cpu: process.cpuUsage(start).user / 1000,
  peak: process.resourceUsage().maxRSS,
  before,
};
console.log(JSON.stringify(cost));
