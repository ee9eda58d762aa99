/** Load of every kind while something happens to nodes, and what became of what was acknowledged. */
import { setTimeout as delay } from "node:timers/promises";
import { type Comparison, Load } from "#test/chaos/load.ts";
import { salesKinds } from "#test/chaos/sales.ts";
import { samples } from "#test/chaos/samples.ts";
import { telemetryKinds } from "#test/chaos/telemetry.ts";
import { compareWithInsurers, differences, table } from "#test/chaos/verdict.ts";
import type { Installation } from "./installation.ts";

/** Between two requests of a client (ms): what is done to nodes is the point, not the rate. */
const pauseMs = 250;
/** Requests of each kind that have to succeed after it. */
const progress = 3;

export class Records {
  readonly #installation: Installation;
  readonly #loads: readonly Load[];

  constructor(installation: Installation, kinds = [...telemetryKinds, samples(), ...Object.values(salesKinds())]) {
    this.#installation = installation;
    this.#loads = kinds.map((kind) => new Load({ kind, access: () => installation.access, clients: 1, pauseMs }));
  }

  /** Waits until every kind goes on. */
  async goOn(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.progress(progress, 120_000)));
  }

  /** How many were acknowledged, and how many of those are not stored. */
  async missing(): Promise<{ readonly acknowledged: number; readonly missing: number }> {
    const database = await this.#installation.database();
    try {
      const compared = await Promise.all(this.#loads.map((load) => load.compare(database.pool)));
      return {
        acknowledged: compared.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
        missing: compared.reduce((sum, { lost }) => sum + lost.length, 0),
      };
    } finally {
      await database.close();
    }
  }

  /** Sends nothing new from then on. */
  async end(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.finish()));
  }

  /** Ends it, and compares; `besides` is judged with it. Throws with the table when anything was lost, doubled or refused. */
  async judge(besides: readonly Comparison[] = []): Promise<string> {
    await this.end();
    const database = await this.#installation.database();
    try {
      const comparisons = [
        ...(await Promise.all(this.#loads.map((load) => load.compare(database.pool)))),
        await compareWithInsurers(database.pool, this.#installation),
        ...besides,
      ];
      const { code, output } = await this.#installation.verifyLedger();
      const found = [...differences(comparisons), ...(code === 0 ? [] : ["the ledger does not add up"])];
      const refused = comparisons.flatMap(({ refusals }) => refusals).join("\n");
      for (const [, id = ""] of refused.matchAll(/"correlationId":"([^"]+)"/g))
        found.push(...this.#installation.logged(id));
      const said = `\n${table(comparisons)}\n${output.trim()}`;
      if (found.length > 0) throw new Error([said, ...found].join("\n"));
      return said;
    } finally {
      await database.close();
    }
  }
}

/** So long under a fault, or without one. */
export const forSeconds = (seconds: number): Promise<void> => delay(seconds * 1_000);
