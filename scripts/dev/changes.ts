import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Editors and `git checkout` write several files, some of them twice (milliseconds). */
const settleMs = 150;

/** Editors write other files beside these, for a moment. */
const source = /\.(ts|yaml)$/;

/**
 * Sources that change in some folders, in sets of what changed together.
 *
 * Each folder is watched by itself: `recursive` loses a file on Linux once another has taken its name, as `git checkout` and
 * many editors do it.
 */
export class Changes {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = new Set<string>();
  #next = Promise.withResolvers<void>();

  /** @param folders absolute paths, watched with everything in them. */
  constructor(folders: readonly string[]) {
    for (const folder of folders) this.#watch(folder);
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
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  #watch(folder: string): void {
    this.#watchers.get(folder)?.close();
    const watcher = watch(folder, (_, name) => {
      if (name !== null) this.#note(join(folder, name));
    });
    // A folder that is gone; its own folder tells when there is another.
    watcher.on("error", () => watcher.close());
    this.#watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) this.#watch(join(folder, entry.name));
  }

  #note(path: string): void {
    if (source.test(path)) {
      this.#changed.add(path);
      this.#next.resolve();
    } else this.#noteFolder(path);
  }

  #noteFolder(path: string): void {
    try {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
      this.#watch(path);
      // What came with it, before it was watched.
      for (const name of readdirSync(path)) this.#note(join(path, name));
    } catch (error) {
      // It went as it came.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
