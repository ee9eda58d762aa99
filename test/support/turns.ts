import { sliceLength } from "#src/http/event-loop.ts";

/** How often the event loop goes round while the work is done, in slices as short as they can be. Throws what the work throws. */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const { ms } = sliceLength;
  sliceLength.ms = -1;
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
    sliceLength.ms = ms;
  }
  return turns;
}
