import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition instead of for time. Fails after `timeoutMs` with what it was waiting for. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${condition}`);
    await delay(10);
  }
}
