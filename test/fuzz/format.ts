/** What is fuzzed: how its inputs are made, and how the product reads them. */
import type { Sliceable } from "#src/http/event-loop.ts";
import type { Random } from "./random.ts";

export interface Format {
  /** What `--format` calls it. */
  readonly name: string;
  /** What a process may take for one input beside what it takes for a good sample, in MiB. */
  readonly memory: number;
  /** A good input, which is read without a refusal. */
  readonly sample: Buffer;
  /** An input, by choices alone. */
  generate(random: Random): Buffer;
  /**
   * Reads it as the product does. Work in slices yields where the product's event loop would go on; of what is awaited, a step is
   * a turn of the event loop.
   */
  read(input: Buffer): Sliceable<unknown> | Promise<unknown> | undefined;
  /** Whether the error is how the product refuses this input. Any other would be a 500. */
  isRefusal(error: unknown): boolean;
}
