/**
 * Two processes whose requests move one at a time, from fault point to fault point, in an order that a test decides; one that
 * crashes stops for good wherever it is, and another takes its place.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Interruption } from "#src/apis/insurance/intents/dependencies.ts";

/** Who neither ends nor parks for this long may wait for a lock, for a connection or for a silent insurer (ms). */
const stallMs = 30;

export interface Life<Process> {
  readonly process: Process;
  readonly state: { alive: boolean };
}

interface Parked {
  readonly state: { readonly alive: boolean };
  readonly go: () => void;
}

export abstract class Lockstep<Process> {
  protected readonly lives: Life<Process>[] = [];
  readonly #parked: Parked[] = [];
  /** Requests and settlements that have not ended. */
  #flows = 0;
  #noticed: () => void = () => {};

  /** Opens a process that stands at every fault point. `former` is the dead one whose place it takes. */
  protected abstract open(stand: () => Promise<void>, former?: Process): Promise<Process>;

  /** Ends a process as others see it. What it still does is interrupted where it stands. */
  protected abstract end(process: Process): Promise<void>;

  /** Whether those that move only wait for others that stand. */
  protected async isStalled(): Promise<boolean> {
    return true;
  }

  async begin(): Promise<this> {
    for (let number = 0; number < 2; number++) this.lives.push(await this.#live());
    return this;
  }

  protected get moving(): number {
    return this.#flows - this.#parked.length;
  }

  /** What one of the processes does, counted until it ends. */
  protected async flow<T>(number: number, work: (life: Life<Process>) => Promise<T>): Promise<T> {
    this.#flows++;
    try {
      return await work(this.#life(number));
    } finally {
      this.#flows--;
      this.#noticed();
    }
  }

  /** Lets one of those go on that stand, and waits until all stand still again. */
  async step(pick: number): Promise<void> {
    await this.#standstill();
    const [parked] = this.#parked.splice(pick % Math.max(1, this.#parked.length), 1);
    parked?.go();
    await this.#standstill();
  }

  /** Lets everything end that has begun. */
  async finish(): Promise<void> {
    await this.#standstill();
    for (let pick = 0; this.#flows > 0; pick += 7) await this.step(pick);
  }

  /** Whatever the process does ends where it stands, and a new one takes its place. */
  async crash(number: number): Promise<void> {
    await this.#standstill();
    const life = this.#life(number);
    life.state.alive = false;
    await this.end(life.process);
    this.lives[number] = await this.#live(life.process);
    this.#release(life);
    await this.#standstill();
  }

  async close(): Promise<void> {
    for (const life of this.lives) {
      life.state.alive = false;
      await this.end(life.process);
      this.#release(life);
    }
  }

  #life(number: number): Life<Process> {
    const life = this.lives[number];
    if (life === undefined) throw new Error(`There is no process ${number}`);
    return life;
  }

  async #live(former?: Process): Promise<Life<Process>> {
    const state = { alive: true };
    const stand = async () => {
      if (!state.alive) throw new Interruption();
      await new Promise<void>((go) => {
        this.#parked.push({ state, go });
        this.#noticed();
      });
      if (!state.alive) throw new Interruption();
    };
    return { state, process: await this.open(stand, former) };
  }

  #release({ state }: Life<Process>): void {
    for (const parked of this.#parked.filter((each) => each.state === state)) {
      this.#parked.splice(this.#parked.indexOf(parked), 1);
      parked.go();
    }
  }

  /** Waits until everybody stands, or stalls while somebody stands. */
  async #standstill(): Promise<void> {
    while (this.moving > 0) {
      const noticed = new Promise<true>((resolve) => {
        this.#noticed = () => resolve(true);
      });
      const moves = await Promise.race([noticed, delay(stallMs, false)]);
      if (!moves && this.#parked.length > 0 && (await this.isStalled())) return;
    }
  }
}
