/** The longest turn of a worker's event loop while it compacts a million series of two samples each, and indexes their labels. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { compactMetricsOf } from "#src/apis/observability/metrics/jobs.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { openDatabase } from "#src/storage/database.ts";
import type { BenchDatabase } from "../observability/database.ts";
import { Filler, intervalMs } from "../observability/metric-fill.ts";
import { newOwner } from "../observability/server.ts";
import type { LongestTurn } from "./recorder.ts";
import type { Step } from "./step.ts";

const series = 1_000_000;
const retentionDays = 395;

/** Of the compaction as the samples come in, and of the one on the day after. */
export async function compactionSteps(bench: BenchDatabase): Promise<Step[]> {
  const { project } = await newOwner(bench);
  const tenant = { projectId: project.id, environment: "live" } as const;
  const from = Date.now() - 2 * intervalMs;
  await new Filler(bench, tenant, series, from, 0).write(2);
  return [
    {
      name: "a million series, compacted and indexed",
      status: null,
      longestMs: await longestTurn(bench, tenant, Date.now()),
    },
    {
      name: "the same on the day after",
      status: null,
      longestMs: await longestTurn(bench, tenant, Date.now() + 2 * 86_400_000),
    },
  ];
}

async function longestTurn({ url }: BenchDatabase, { projectId }: Tenant, now: number): Promise<number> {
  const worker = fork(import.meta.filename, [url, projectId, String(now)], {
    execArgv: ["--import", join(import.meta.dirname, "recorder.ts")],
  });
  const asked = async () => {
    worker.send("longest");
    const [{ longest }] = (await once(worker, "message")) as [LongestTurn];
    return longest;
  };
  await once(worker, "message");
  // It begins when it is asked first; what has been loaded so far does not count.
  await asked();
  await once(worker, "message");
  const longestMs = await asked();
  worker.kill();
  return longestMs;
}

if (import.meta.main) {
  const [url = "", projectId = "", now] = process.argv.slice(2);
  const database = await openDatabase(url, { entities: [], migrations: [], poolSize: 2 });
  process.once("message", async () => {
    await compactMetricsOf(database.pool, { projectId, environment: "live" }, { retentionDays, now: Number(now) });
    process.send?.("done");
  });
  process.send?.("ready");
}
