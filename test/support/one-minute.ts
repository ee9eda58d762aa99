const minuteOf = (ms: number) => Math.floor(ms / 60_000);

/**
 * For what counts by the minutes of the clock, in a process or a database whose clock a test cannot set: does it within one minute,
 * and all of it again, for a tenant of its own, where a minute ended in between.
 */
export async function withinOneMinute<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const minute = minuteOf(Date.now());
    const [outcome] = await Promise.allSettled([work()]);
    if (minuteOf(Date.now()) !== minute) continue;
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }
}
