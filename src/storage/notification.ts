/**
 * Sends notifications (NOTIFY) after a commit. NOTIFY within a transaction makes all commits of a database wait for each other and, on a
 * cluster, for every node.
 */
import type { Pool } from "pg";

/**
 * Returns a function that notifies `channel`; pass it to `afterCommit`, or call it with a pool. Only one notification is under way at a
 * time. The next one stands for all calls made meanwhile, and `payloadFor` gets their number. A lost notification is not repeated, because
 * listeners also poll.
 */
export function notification(
  channel: string,
  payloadFor: (times: number) => string = () => "",
): (pool: Pool, times?: number) => void {
  const waiting = new WeakMap<Pool, { times: number }>();
  return (pool, times = 1) => {
    const running = waiting.get(pool);
    if (running !== undefined) {
      running.times += times;
      return;
    }
    const state = { times };
    waiting.set(pool, state);
    void (async () => {
      while (state.times > 0) {
        const payload = payloadFor(state.times);
        state.times = 0;
        await pool.query("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => {});
      }
      waiting.delete(pool);
    })();
  };
}
