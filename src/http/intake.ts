/** The memory for the request bodies of a process, and the turns in which they are read, decompressed and decoded. */
import type { IncomingMessage } from "node:http";
import { BytesInFlight, HeldBytes } from "./bytes-in-flight.ts";
import { atOnce, inSlices, longBody, type Sliceable } from "./event-loop.ts";
import { FairSlots } from "./fair-slots.ts";
import { ReadingTurns } from "./reading-turns.ts";

/** Larger bodies (bytes) are decoded in a slot. */
const hugeBody = 512 * 1024;
/** Most large bodies that are decompressed at once, each in a thread. */
const inflatingAtOnce = 2;
/**
 * Most huge bodies that are decoded at once. Decoding runs in one thread: two would each take twice the time, and both would hold what
 * they have decoded so far, which is several times their bytes.
 */
const decodingAtOnce = 1;

/** The memory and the turns of a process. */
export class Intake {
  readonly bytes: BytesInFlight;
  readonly reading = new ReadingTurns();
  readonly inflating = new FairSlots({ slots: inflatingAtOnce });
  readonly decoding = new FairSlots({ slots: decodingAtOnce });

  /** @param limit most bytes of request bodies at once. @param onRefusal called for each refusal. */
  constructor(limit?: number, onRefusal?: () => void) {
    this.bytes = new BytesInFlight(limit, onRefusal);
  }
}

/** The memory and turns of one request. */
export class RequestIntake extends HeldBytes {
  readonly #intake: Intake;
  readonly #owner: string;

  /** @param owner the owner whose requests share turns, and may hold half of the memory together. */
  constructor(intake: Intake, owner: string) {
    super(intake.bytes, owner);
    this.#intake = intake;
    this.#owner = owner;
  }

  /** Called with the size of each piece of a long body. Pauses the request until its next turn when enough has been read for now. */
  read(request: IncomingMessage, bytes: number): void {
    this.#intake.reading.took(this.#owner, request, bytes);
  }

  /** Runs the decompression of a large body when its turn comes. */
  inflate<T>(work: () => Promise<T>): Promise<T> {
    return this.#intake.inflating.run(this.#owner, work);
  }

  /**
   * Decodes `size` bytes: short bodies without a pause, longer ones in slices of the event loop, and huge ones in a slot. Throws or
   * rejects with what the work throws.
   */
  decode<T>(size: number, work: Sliceable<T>): T | Promise<T> {
    if (size < longBody) return atOnce(work);
    if (size < hugeBody) return inSlices(work);
    return this.#intake.decoding.run(this.#owner, () => inSlices(work));
  }
}
