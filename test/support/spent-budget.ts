import type { Bring } from "../../scripts/contract-runner/plan.ts";
import type { Draft } from "../../scripts/contract-runner/request.ts";
import { until } from "./until.ts";

/**
 * Brings an operation to 429 at a server with a small budget: repeats the request there until the budget of a window is used up.
 * `prepare` makes it one that would succeed, of a caller of its own.
 */
export const withBudgetSpent =
  (baseUrl: string, prepare: (draft: Draft) => Draft | Promise<Draft>): Bring =>
  async (draft, sendTo) => {
    const request = await prepare(draft);
    let received = await sendTo(request, baseUrl);
    await until(async () => {
      if (received.status === 429) return true;
      received = await sendTo(request, baseUrl);
      return received.status === 429;
    });
    return received;
  };
