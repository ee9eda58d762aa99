/** One turn of a lane: what is due at one endpoint is sent, and what became of it is written down as it is known. */
import type { Queryable } from "#src/jobs/enqueue.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import {
  type BegunDelivery,
  beginAttempts,
  nextDue,
  type Outcome,
  recordOutcomes,
  stopDeliveries,
} from "./delivery-state.ts";
import { disableGone } from "./endpoints.ts";
import { type Lane, maxWidth, releaseLane } from "./lanes.ts";
import { nextAttempt } from "./schedule.ts";
import type { Sender, SendResult } from "./sender.ts";
import { signedHeaders } from "./signature.ts";
import type { Slots } from "./slots.ts";
import { type Target, targetOf } from "./target.ts";

export interface TurnParts {
  readonly database: Queryable;
  readonly masterKey: MasterKey;
  readonly sender: Sender;
  readonly now: () => Date;
  readonly random: () => number;
  readonly stopping: () => boolean;
}

/** A busy lane begins rounds for this long, so that a stream of events need not queue again for every round (ms). */
const turnMs = 2_000;
/** A round that took this long makes its lane a slow one (ms). */
const slowMs = 2_000;

/** HTTP 410: the receiver is gone for good. */
const gone = 410;

/**
 * Sends what is due, round by round, and gives the lane back. `slots` counts the requests that may be open; the lane
 * comes with its width in them and leaves none. Throws what the database throws: the lease then runs out by itself.
 */
export async function takeTurn(parts: TurnParts, lane: Lane, slots: Slots): Promise<void> {
  const { database, now } = parts;
  let width = lane.width;
  let slow = false;
  const startedAt = performance.now();
  try {
    while (performance.now() - startedAt < turnMs && !parts.stopping()) {
      const target = await targetOf(database, parts.masterKey, lane, lane.endpointId, now());
      if (typeof target === "string") {
        await stopDeliveries(database, lane, lane.endpointId, target, now());
        break;
      }
      const due = await beginAttempts(database, lane, lane.endpointId, width, now());
      if (due.length === 0) break;
      const round = await sendRound(parts, lane, target, due);
      slow = round.durationMs >= slowMs;
      const wanted = round.failed ? Math.max(1, width >> 1) : Math.min(maxWidth, width * 2);
      width = slots.resize(width, wanted);
      if (due.length < width || slow) break;
    }
    const dueAt = await nextDue(database, lane, lane.endpointId);
    await releaseLane(database, lane, { now: now(), dueAt, width, slow });
  } finally {
    slots.give(width);
  }
}

async function sendRound(
  parts: TurnParts,
  lane: Lane,
  target: Target,
  due: readonly BegunDelivery[],
): Promise<{ failed: boolean; durationMs: number }> {
  const { database, now } = parts;
  const startedAt = performance.now();
  const known: Outcome[] = [];
  let writing: Promise<void> = Promise.resolve();
  let failed = false;
  let isGone = false;
  const attempts = due.map(async (delivery) => {
    const result = await attempt(parts, target, delivery);
    failed ||= result.failure !== null;
    isGone ||= result.httpStatus === gone;
    known.push(outcomeOf(delivery, result, now(), parts.random));
    // Outcomes known while others are being written go together in the next statement.
    writing = writing.then(async () => {
      if (known.length > 0) await recordOutcomes(database, lane, known.splice(0));
    });
    await writing;
  });
  const ended = await Promise.allSettled(attempts);
  const rejected = ended.find((one) => one.status === "rejected");
  if (rejected !== undefined) throw rejected.reason;
  if (isGone) await disableGone(database, lane, lane.endpointId, now());
  return { failed, durationMs: performance.now() - startedAt };
}

function attempt({ sender, now }: TurnParts, target: Target, delivery: BegunDelivery): Promise<SendResult> {
  return sender.send(target.url, signedHeaders(delivery, target.secrets, now()), delivery.body);
}

function outcomeOf(
  { id, attempt }: BegunDelivery,
  { failure, httpStatus, retryAfterMs }: SendResult,
  at: Date,
  random: () => number,
): Outcome {
  if (failure === null) return { id, attempt, status: "SUCCEEDED", nextAttemptAt: null, failure: null };
  const nextAttemptAt = httpStatus === gone ? null : nextAttempt(attempt, at, retryAfterMs, random);
  const status = nextAttemptAt === null && httpStatus !== gone ? "DEAD" : "FAILED";
  return { id, attempt, status, nextAttemptAt, failure: { reason: failure, httpStatus, at } };
}
