/**
 * When an alert ends that no evaluation hands on any more, because its rule fails, its project is switched off or alerts are grouped
 * by other labels now (Prometheus: the `endsAt` of alerts that it sends). Each group of rules has a clock for it. A turn moves the clock
 * on, by the time since the turn before, up to a bound. The clock stands still while no server runs, so no alert ends before the rules
 * have been evaluated again.
 */

/** For an alert that goes on, so that its annotations are up to date, in ms (Prometheus: --rules.alert.resend-delay). */
export const resendMs = 60_000;
/** An alert ends after so many times the longest step. */
const steps = 4;

/** The longest step of the clock, in ms: about as long as it takes until an alert that goes on is handed on again. */
const stepMs = (intervalMs: number) => Math.max(intervalMs, resendMs);

/** The clock of a group after the turn at `at`, both in ms; `before` is the turn before. */
export function clockAfter(
  clock: Date,
  intervalMs: number,
  turns: { readonly before: Date | null; readonly at: number },
): Date {
  const { before, at } = turns;
  const passed = before === null ? 0 : at - before.getTime();
  return new Date(clock.getTime() + Math.min(passed, stepMs(intervalMs)));
}

/** When an alert ends that a turn hands on at this time of the clock, unless another one does; in ms of the clock. */
export function expiryOf(clock: Date, intervalMs: number): number {
  return clock.getTime() + steps * stepMs(intervalMs);
}
