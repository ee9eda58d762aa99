/** A server of the insurance API in a process of its own, which may be told to die. */
import { once } from "node:events";
import type { FaultPoint } from "#src/apis/insurance/intents/dependencies.ts";
import type { InsuranceServer } from "#test/builders/insurance/server.ts";
import { otherProcess } from "#test/support/process.ts";
import { type InstancePlan, openInstance } from "./instance.ts";

/** What the process is told. */
export interface ProcessPlan extends InstancePlan {
  /** Where it kills itself; nowhere when null. */
  readonly diesAt: FaultPoint | null;
}

export interface MerchantProcess {
  /** Where its API is mounted. */
  readonly baseUrl: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Resolves to the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
}

/** What a process over the database of a server needs to know. */
export function planFor({ database, masterKey, config }: InsuranceServer, insurerDeadlineMs = 5_000): InstancePlan {
  const { quotaInsuranceRequests } = config;
  return { databaseUrl: database.url, masterKey: masterKey.toString("hex"), insurerDeadlineMs, quotaInsuranceRequests };
}

export async function startMerchantProcess(plan: ProcessPlan): Promise<MerchantProcess> {
  const started = otherProcess(
    `const { serveUntilKilled } = await import("#test/apis/insurance/exactly-once/merchant-process.ts");
     say(await serveUntilKilled(JSON.parse(process.argv[2])));`,
    JSON.stringify(plan),
  );
  const ended = once(started.process, "exit").then(([, signal]) => signal as NodeJS.Signals | null);
  return { baseUrl: await started.line(), ended, kill: () => started.kill("SIGKILL") };
}

/** Run by the process itself. Returns where the API is mounted. */
export async function serveUntilKilled({ diesAt, ...plan }: ProcessPlan): Promise<string> {
  const faultPoint = (point: FaultPoint) => {
    if (point === diesAt) process.kill(process.pid, "SIGKILL");
  };
  const { baseUrl } = await openInstance(plan, { intents: { faultPoint } });
  return baseUrl;
}
