/** Lets `Date.now()` of this process stand still while something is done. */
export async function whileClockStandsStill<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  const moment = now();
  Date.now = () => moment;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}
