/** The memory for request bodies of a process, and the turns in which they are read, inflated and decoded. */
import type { IncomingMessage } from "node:http";
import { BytesInFlight, HeldBytes } from "./bytes-in-flight.ts";
import { atOnce, inSlices, longBody, type Sliceable } from "./event-loop.ts";
import { FairSlots } from "./fair-slots.ts";
import { ReadingTurns } from "./reading-turns.ts";

/** A body of more bytes is decoded in a slot. */
const hugeBody = 512 * 1024;
/** Large bodies that are inflated at once, each in a thread. */
const inflatingAtOnce = 2;
/**
 * Huge bodies that are decoded at once: they share one thread, so that two would each take twice the time and both keep
 * what they have decoded so far, which is several times their bytes.
 */
const decodingAtOnce = 1;

export class Intake {
  readonly bytes: BytesInFlight;
  readonly reading = new ReadingTurns();
  readonly inflating = new FairSlots({ slots: inflatingAtOnce });
  readonly decoding = new FairSlots({ slots: decodingAtOnce });

  /** `limit`: bytes of request bodies that are held at once; `onRefusal` is told whenever there is no room. */
  constructor(limit?: number, onRefusal?: () => void) {
    this.bytes = new BytesInFlight(limit, onRefusal);
  }
}

/** One request's share of it. */
export class RequestIntake extends HeldBytes {
  readonly #intake: Intake;
  readonly #owner: string;

  /** Turns, and half of the memory, are shared by all requests of an owner. */
  constructor(intake: Intake, owner: string) {
    super(intake.bytes, owner);
    this.#intake = intake;
    this.#owner = owner;
  }

  /** Called with each piece of a long body. Pauses the request until its next turn when enough was read for now. */
  read(request: IncomingMessage, bytes: number): void {
    this.#intake.reading.took(this.#owner, request, bytes);
  }

  /** Runs what inflates a large body, when its turn comes. */
  inflate<T>(work: () => Promise<T>): Promise<T> {
    return this.#intake.inflating.run(this.#owner, work);
  }

  /**
   * Decodes `size` bytes: a few at once, more of them in slices of the event loop, and huge ones when their turn comes.
   * Throws what the work throws, or rejects with it.
   */
  decode<T>(size: number, work: Sliceable<T>): T | Promise<T> {
    if (size < longBody) return atOnce(work);
    if (size < hugeBody) return inSlices(work);
    return this.#intake.decoding.run(this.#owner, () => inSlices(work));
  }
}
