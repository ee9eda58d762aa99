import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Editors and `git checkout` write several files, some of them twice (milliseconds). */
const settleMs = 150;

/** Editors write other files beside these, for a moment. */
const source = /\.(ts|yaml)$/;

/** Sources that change in some folders, in sets of what changed together. */
export class Changes {
  readonly #watchers: readonly FSWatcher[];
  #changed = new Set<string>();
  #next = Promise.withResolvers<void>();

  /** @param folders absolute paths, watched with everything in them. */
  constructor(folders: readonly string[]) {
    this.#watchers = folders.map((folder) =>
      watch(folder, { recursive: true }, (_, name) => {
        if (name === null || !source.test(name)) return;
        this.#changed.add(join(folder, name));
        this.#next.resolve();
      }),
    );
  }

  /** Each set of files that changed, once they have come to rest, until the signal is aborted. */
  async *until(signal: AbortSignal): AsyncGenerator<ReadonlySet<string>> {
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    while (!signal.aborted) {
      await Promise.race([this.#next.promise, stopped]);
      if (signal.aborted) return;
      for (let size = -1; size !== this.#changed.size; await delay(settleMs)) size = this.#changed.size;
      const changed = this.#changed;
      this.#changed = new Set();
      this.#next = Promise.withResolvers();
      yield changed;
    }
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }
}
