/** Stands in a plan for what is not planned yet. Each status fails and says where it is to be written. */
export function toBeWritten<Status extends number>(
  what: string,
  statuses: readonly Status[],
): Record<Status, () => Promise<never>> {
  const fail = (status: Status) => async () => {
    throw new Error(`to be written: how to get to the ${status} of ${what}`);
  };
  return Object.fromEntries(statuses.map((status) => [status, fail(status)])) as Record<Status, () => Promise<never>>;
}
