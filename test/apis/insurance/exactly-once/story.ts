/**
 * Two servers over one database, whose requests and settlements move one at a time, from fault point to fault point, in an
 * order that a test decides; a server that crashes stops for good wherever it is, and another takes its place.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Interruption } from "#src/apis/insurance/intents/fault-points.ts";
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

interface Life {
  readonly instance: Instance;
  alive: boolean;
}

interface Parked {
  readonly life: Life;
  readonly go: () => void;
}

/** Who neither ends nor parks for this long waits for a lock in the database, or for a silent insurer (ms). */
const stallMs = 30;

export class Story {
  readonly #plan: InstancePlan;
  readonly #lives: Life[] = [];
  readonly #parked: Parked[] = [];
  readonly #closing: Promise<void>[] = [];
  /** requests and settlements that have not ended. */
  #flows = 0;
  #noticed: () => void = () => {};
  /** How far the servers' clock is ahead (ms). */
  aheadMs = 0;
  readonly told: Told[] = [];
  #moments = 0;

  private constructor(plan: InstancePlan) {
    this.#plan = plan;
  }

  static async begin(plan: InstancePlan): Promise<Story> {
    const story = new Story(plan);
    for (let number = 0; number < 2; number++) story.#lives.push(await story.#live());
    return story;
  }

  ask(number: number, purchase: PurchaseRequest): void {
    const life = this.#life(number);
    const began = this.#moments++;
    void this.#flow(async () => {
      const answer = await send(life.instance, purchase).catch(() => null);
      // What a server says after its death is not heard.
      const heard = life.alive ? answer : null;
      const ended = this.#moments++;
      this.told.push({ purchase, began, ended, status: heard?.status ?? null, body: heard?.body ?? null });
    });
  }

  settle(number: number): void {
    const { instance } = this.#life(number);
    void this.#flow(() => instance.settle().catch(() => {}));
  }

  /** Lets one of those go on that stand still. */
  async step(pick: number): Promise<void> {
    await this.#standstill();
    const [parked] = this.#parked.splice(pick % Math.max(1, this.#parked.length), 1);
    parked?.go();
    await this.#standstill();
  }

  async crash(number: number): Promise<void> {
    await this.#standstill();
    const life = this.#life(number);
    await this.#end(life);
    this.#lives[number] = await this.#live();
  }

  /** Lets everything end that has begun. */
  async finish(): Promise<void> {
    for (let pick = 0; this.#flows > 0; pick += 7) await this.step(pick);
  }

  async close(): Promise<void> {
    await Promise.all(this.#lives.map((life) => this.#end(life)));
    await Promise.all(this.#closing);
  }

  #life(number: number): Life {
    const life = this.#lives[number];
    if (life === undefined) throw new Error(`There is no server ${number}`);
    return life;
  }

  async #live(): Promise<Life> {
    const stand = async () => {
      if (!life.alive) throw new Interruption();
      await new Promise<void>((go) => {
        this.#parked.push({ life, go });
        this.#noticed();
      });
      if (!life.alive) throw new Interruption();
    };
    // Nobody waits for another's request: the clients of a story ask again by themselves.
    const intents = { faultPoint: stand, patienceMs: 0 };
    const life: Life = {
      instance: await openInstance(this.#plan, { now: () => Date.now() + this.aheadMs, intents }),
      alive: true,
    };
    return life;
  }

  async #end(life: Life): Promise<void> {
    life.alive = false;
    const left = await life.instance.leave();
    this.#closing.push(left.closed);
    for (const parked of this.#parked.filter((each) => each.life === life)) {
      this.#parked.splice(this.#parked.indexOf(parked), 1);
      parked.go();
    }
  }

  async #flow(work: () => Promise<unknown>): Promise<void> {
    this.#flows++;
    await work();
    this.#flows--;
    this.#noticed();
  }

  /** Waits until everybody is parked, or stalls while somebody is. */
  async #standstill(): Promise<void> {
    while (this.#flows > this.#parked.length) {
      const noticed = new Promise<true>((resolve) => {
        this.#noticed = () => resolve(true);
      });
      const moves = await Promise.race([noticed, delay(stallMs, false)]);
      if (!moves && this.#parked.length > 0) return;
    }
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
