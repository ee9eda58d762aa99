// SQL: the rows of all deliveries that are followed, whoever's they are.
/**
 * Streams of deliveries that move. One query a second looks for all streams of a process, and none runs when nobody
 * follows. A stream's position is the number of steps that it has told, so that a client that comes back goes on there.
 */
import { Readable } from "node:stream";
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { Log } from "#src/storage/log.ts";
import { type Delivery, deliveryEntity } from "../entities.ts";
import { isFinal } from "./delivery-status.ts";

const usualLimits = {
  /** How often deliveries are looked at, and streams get a sign of life (ms). */
  lookEveryMs: 1_000,
  heartbeatMs: 15_000,
  /** A stream ends then (ms): its client comes back, to another server where one was added. */
  longestMs: 3_600_000,
  /** Streams of a customer, and of the process. */
  perCustomer: 5,
  most: 1_000,
};

export interface FollowingOptions extends Readonly<Partial<typeof usualLimits>> {
  readonly pool: Pool;
  readonly log: Pick<Log, "warn">;
}

interface Stream {
  readonly body: Readable;
  readonly customerId: string;
  /** How many steps it has told of. */
  told: number;
  readonly endsAt: number;
  beatAt: number;
  isOver: boolean;
}

type Followed = Pick<Delivery, "deliveryId" | "orderId" | "status" | "steps">;

/** How long a client waits before it comes back (ms). */
const comeBackMs = 2_000;
/** Of one query. */
const idsAtATime = 500;

export class Following {
  readonly #pool: Pool;
  readonly #log: Pick<Log, "warn">;
  readonly #limits: Readonly<typeof usualLimits>;
  readonly #streams = new Map<string, Set<Stream>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor({ pool, log, ...limits }: FollowingOptions) {
    this.#pool = pool;
    this.#log = log;
    this.#limits = { ...usualLimits, ...limits };
  }

  /** How many streams are open. */
  get count(): number {
    return this.#count;
  }

  /**
   * A stream of the steps after the first `told`, which ends with the delivery. Throws Problem DELIVERY_OVER where no step can come any more, RATE_LIMITED where the customer
   * has too many streams, and OVERLOADED where the process has, or is about to stop.
   */
  follow(delivery: Delivery, told: number): Readable {
    const { customerId, deliveryId, status } = delivery;
    if (isFinal(status) && told >= delivery.steps.length) throw new Problem("DELIVERY_OVER", { details: { status } });
    this.#admit(customerId);
    const now = performance.now();
    const body = new Readable({ read() {} });
    const stream: Stream = { body, customerId, told, endsAt: now + this.#limits.longestMs, beatAt: now, isOver: false };
    const streams = this.#streams.get(deliveryId) ?? new Set();
    this.#streams.set(deliveryId, streams.add(stream));
    this.#count++;
    body.once("close", () => {
      this.#count--;
      streams.delete(stream);
      if (streams.size === 0 && this.#streams.get(deliveryId) === streams) this.#streams.delete(deliveryId);
    });
    body.push(`retry: ${comeBackMs}\n\n`);
    tell(stream, delivery);
    this.#lookAgain();
    return body;
  }

  /** Ends all streams, and lets none begin. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const stream of this.#all()) finish(stream);
  }

  #admit(customerId: string): void {
    const { perCustomer, most } = this.#limits;
    if (this.#isOver || this.#count >= most) throw new Problem("OVERLOADED", { headers: { "Retry-After": "5" } });
    const own = this.#all().filter((stream) => stream.customerId === customerId).length;
    if (own < perCustomer) return;
    throw new Problem("RATE_LIMITED", {
      detail: `A customer follows deliveries with ${perCustomer} streams at a time.`,
      headers: {
        "X-RateLimit-Limit": String(perCustomer),
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "30",
        "Retry-After": "30",
      },
    });
  }

  #all(): Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #lookAgain(): void {
    if (this.#timer !== undefined || this.#isOver || this.#streams.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#look()
        // A delivery that cannot be read now is read in a moment; meanwhile streams get their heartbeats.
        .catch((error: unknown) => this.#log.warn({ err: error }, "deliveries that are followed cannot be read"))
        .finally(() => {
          this.#timer = undefined;
          this.#keepAlive(performance.now());
          this.#lookAgain();
        });
    }, this.#limits.lookEveryMs).unref();
  }

  async #look(): Promise<void> {
    const ids = [...this.#streams.keys()];
    for (let start = 0; start < ids.length; start += idsAtATime) {
      const some = ids
        .slice(start, start + idsAtATime)
        .map(literal)
        .join(", ");
      // By deliveries_by_id.
      const deliveries = await dueRecords(this.#pool, {
        entity: deliveryEntity,
        properties: ["deliveryId", "orderId", "status", "steps"],
        from: (source) => `${source} WHERE delivery_id IN (${some})`,
      });
      for (const delivery of deliveries) {
        for (const stream of this.#streams.get(delivery.deliveryId) ?? []) tell(stream, delivery);
      }
    }
  }

  #keepAlive(now: number): void {
    for (const stream of this.#all()) {
      if (now >= stream.endsAt) finish(stream);
      else if (!stream.isOver && now >= stream.beatAt + this.#limits.heartbeatMs) {
        stream.beatAt = now;
        stream.body.push(":\n\n");
      }
    }
  }
}

/** Tells what the stream has not told yet, and ends it with the delivery. */
function tell(stream: Stream, delivery: Followed): void {
  if (stream.isOver) return;
  const { deliveryId, orderId, steps } = delivery;
  for (const { status, at } of steps.slice(stream.told))
    stream.body.push(
      `id: ${++stream.told}\nevent: step\ndata: ${JSON.stringify({ deliveryId, orderId, status, at })}\n\n`,
    );
  if (isFinal(delivery.status)) finish(stream);
}

function finish(stream: Stream): void {
  if (stream.isOver) return;
  stream.isOver = true;
  stream.body.push(null);
}
