/** What is to be done when all tests of this process are over. A worker of a parallel run just ends: then only what is synchronous is done. */
const works: (() => Promise<unknown>)[] = [];

export function lastly(work: () => Promise<unknown>): void {
  works.push(work);
}

/** The last first. */
export async function doLastly(): Promise<void> {
  for (const work of works.splice(0).toReversed()) await work();
}
