/** Jobs that settle pending transfers and reverse returned ones. */
import { declareJob } from "#src/jobs/job.ts";
import type { ClearingHouse, ReturnedTransfer } from "./clearing/clearing-house.ts";
import { type PendingPass, pendingTransfers } from "./ledger/history.ts";
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
/** A round begins no call after this long (milliseconds), so that it is over before the next one begins. */
const roundMs = 40_000;

/**
 * Asks the clearing house again about every transfer that it has not answered, once a minute. A pass over all of them may take several
 * rounds: each goes on behind the last transfer that the round before has asked about.
 */
export function settlePendingTransfers({ ledger, clearingHouse, now }: SettlementDependencies) {
  let pass: PendingPass | null = null;
  return declareJob<unknown>({
    name: "wallet-settle-pending-transfers",
    cron: "* * * * *",
    maxAttempts: 1,
    async run(_payload, { database, log, signal }) {
      const isOver = roundOf(now, signal);
      pass ??= { madeBefore: new Date(now() - leaveAloneMs), behind: null };
      const own = pass;
      const pending = pendingTransfers(database.pool, own);
      const worker = async () => {
        for (let next = await pending.next(); !next.done; next = await pending.next()) {
          if (isOver()) return;
          own.behind = next.value;
          // Books that cannot be written, of which each integrator has its own, hold up no other integrator's transfers.
          await settle({ ledger, clearingHouse }, next.value).catch((error: unknown) => {
            const { integratorId, reference } = next.value;
            log.warn({ err: error, integratorId, reference }, "A pending transfer waits for the next round");
          });
        }
        if (!isOver()) pass = null;
      };
      await Promise.all(Array.from({ length: atATime }, worker));
    },
  });
}

/**
 * Posts back what other banks have returned and this one has not acknowledged, once a minute. A pass over all of it may take several rounds:
 * each goes on behind the last return that the round before has looked at. Those that cannot be taken back stay in the house's list and
 * hide none of the others.
 */
export function takeBackReturnedTransfers({ ledger, clearingHouse, now }: SettlementDependencies) {
  /** A session id; null for the beginning of a pass. */
  let behind: string | null = null;
  return declareJob<unknown>({
    name: "wallet-take-back-returned-transfers",
    cron: "* * * * *",
    maxAttempts: 1,
    async run(_payload, { database, log, signal }) {
      const isOver = roundOf(now, signal);
      const takeOneBack = async (returned: ReturnedTransfer) => {
        const { sessionId } = returned;
        try {
          // A return whose transfer is not settled yet stays in the list of the house, and is tried again.
          if (await takeBack({ database, ledger }, returned)) await clearingHouse.acknowledgeReturn(returned);
          else log.warn({ sessionId }, "A returned transfer cannot be taken back");
        } catch (error) {
          log.warn({ err: error, sessionId }, "A returned transfer waits for the next round");
        }
      };
      while (!isOver()) {
        const start: string | null = behind;
        const page = await clearingHouse.returned(start);
        if (page === null) return;
        // A house that does not know pages answers with its whole list again.
        const unseen = page.filter(({ sessionId }) => start === null || sessionId > start);
        if (unseen.length === 0) {
          behind = null;
          return;
        }
        for (const returned of unseen) {
          if (isOver()) return;
          behind = returned.sessionId;
          await takeOneBack(returned);
        }
      }
    },
  });
}

/** Says whether the round that begins now is over: after its time, or when the process stops. */
function roundOf(now: () => number, signal: AbortSignal): () => boolean {
  const endsAt = now() + roundMs;
  return () => signal.aborted || now() >= endsAt;
}
