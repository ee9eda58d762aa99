import type { Bring } from "../../scripts/contract-runner/plan.ts";
import { type Draft, send } from "../../scripts/contract-runner/request.ts";
import { until } from "./until.ts";

/** Seconds that a window must last yet, so that the next request still comes within it. */
const enough = 3;

/**
 * Brings an operation to 429 at a server with a small budget: repeats the request there until the budget of a window that lasts a
 * while yet is used up. `prepare` makes it one that would succeed, of a caller of its own.
 */
export const withBudgetSpent =
  (baseUrl: string, prepare: (draft: Draft) => Draft | Promise<Draft>): Bring =>
  async (draft, sendTo) => {
    const request = await prepare(draft);
    await until(async () => {
      const { status, headers } = await send(baseUrl, request);
      return status === 429 && Number(headers.get("retry-after")) > enough;
    });
    return sendTo(request, baseUrl);
  };
