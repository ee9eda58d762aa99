/** What goes on without a request: pending transfers are brought to an end, and returned ones posted back. */
import { declareJob } from "#src/jobs/job.ts";
import type { ClearingHouse } from "./clearing/clearing-house.ts";
import { pendingTransfers } from "./ledger/history.ts";
import type { Ledger } from "./ledger/ledger.ts";
import { settle, takeBack } from "./transfers.ts";

export interface SettlementDependencies {
  readonly ledger: Ledger;
  readonly clearingHouse: ClearingHouse;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Younger ones have a request that waits for the clearing house (milliseconds). */
const leaveAloneMs = 10_000;
const atATime = 8;

/** Asks the clearing house again about every transfer that it has not answered, once a minute. */
export function settlePendingTransfers({ ledger, clearingHouse, now }: SettlementDependencies) {
  return declareJob<unknown>({
    name: "wallet-settle-pending-transfers",
    cron: "* * * * *",
    maxAttempts: 1,
    async run(_payload, { database, log }) {
      const pending = pendingTransfers(database.pool, new Date(now() - leaveAloneMs));
      const worker = async () => {
        for (let next = await pending.next(); !next.done; next = await pending.next())
          // Books that cannot be written, of which each integrator has its own, hold up no other integrator's transfers.
          await settle({ ledger, clearingHouse }, next.value).catch((error: unknown) => {
            const { integratorId, reference } = next.value;
            log.warn({ err: error, integratorId, reference }, "A pending transfer waits for the next round");
          });
      };
      await Promise.all(Array.from({ length: atATime }, worker));
    },
  });
}

/** Posts back what other banks have returned since the last time, once a minute. */
export function takeBackReturnedTransfers({
  ledger,
  clearingHouse,
}: Pick<SettlementDependencies, "ledger" | "clearingHouse">) {
  return declareJob<unknown>({
    name: "wallet-take-back-returned-transfers",
    cron: "* * * * *",
    maxAttempts: 1,
    async run(_payload, { database: { dataSource, pool }, log }) {
      for (const returned of await clearingHouse.returned()) {
        const { sessionId } = returned;
        try {
          // What cannot be taken back today is asked about again: its settlement may be on the way.
          if (await takeBack({ manager: dataSource.manager, pool, ledger }, returned))
            await clearingHouse.acknowledgeReturn(returned);
          else log.warn({ sessionId }, "A returned transfer cannot be taken back");
        } catch (error) {
          log.warn({ err: error, sessionId }, "A returned transfer waits for the next round");
        }
      }
    },
  });
}
