/** Two servers in lockstep over one database, and what their clients are told. */
import { Lockstep } from "../intents/lockstep.ts";
import { type Instance, type InstancePlan, openInstance } from "./instance.ts";

/** One request, as its client sends it every time. */
export interface PurchaseRequest {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a client was told. */
export interface Told {
  readonly purchase: PurchaseRequest;
  /** Where in the story it was asked and answered. */
  readonly began: number;
  readonly ended: number;
  /** Null when the connection broke. */
  readonly status: number | null;
  readonly body: { readonly code?: string; readonly purchaseId?: string; readonly transactionId?: string } | null;
}

export class Story extends Lockstep<Instance> {
  readonly #plan: InstancePlan;
  readonly #closing: Promise<void>[] = [];
  /** How far the servers' clock is ahead (ms). */
  aheadMs = 0;
  readonly told: Told[] = [];
  #moments = 0;

  constructor(plan: InstancePlan) {
    super();
    this.#plan = plan;
  }

  ask(number: number, purchase: PurchaseRequest): void {
    const began = this.#moments++;
    void this.flow(number, async ({ process, state }) => {
      const answer = await send(process, purchase).catch(() => null);
      // What a server says after its death is not heard.
      const heard = state.alive ? answer : null;
      const ended = this.#moments++;
      this.told.push({ purchase, began, ended, status: heard?.status ?? null, body: heard?.body ?? null });
    });
  }

  settle(number: number): void {
    void this.flow(number, ({ process }) => process.settle().catch(() => {}));
  }

  override async close(): Promise<void> {
    await super.close();
    await Promise.all(this.#closing);
  }

  protected open(stand: () => Promise<void>): Promise<Instance> {
    // Nobody waits for another's request: the clients of a story ask again by themselves.
    const intents = { faultPoint: stand, patienceMs: 0 };
    return openInstance(this.#plan, { now: () => Date.now() + this.aheadMs, intents });
  }

  protected async end(instance: Instance): Promise<void> {
    const left = await instance.leave();
    this.#closing.push(left.closed);
  }
}

/** Rejects when the server gives no answer. */
export async function send({ baseUrl }: Pick<Instance, "baseUrl">, { body, headers }: PurchaseRequest) {
  const answer = await fetch(`${baseUrl}/api/v1/purchases`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as NonNullable<Told["body"]> };
}
