/** Files to be written, all or none. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What was asked for cannot be: one line that says why, and what to do. */
export class Refusal extends Error {}

export class Changes {
  readonly #project: string;
  readonly #texts = new Map<string, string>();

  constructor(project: string) {
    this.#project = project;
  }

  exists(file: string): boolean {
    return this.#texts.has(file) || existsSync(join(this.#project, file));
  }

  read(file: string): string {
    return this.#texts.get(file) ?? readFileSync(join(this.#project, file), "utf8");
  }

  /** Names in a folder, and none where there is no such folder. */
  list(folder: string): string[] {
    const path = join(this.#project, folder);
    const names = [...this.#texts.keys()].filter((file) => dirname(file) === folder).map((file) => basename(file));
    return [...new Set([...names, ...(existsSync(path) ? readdirSync(path) : [])])].sort();
  }

  /** Throws Refusal when there is such a file: what somebody wrote is never written over. */
  create(file: string, text: string): void {
    if (this.exists(file)) throw new Refusal(`${file} exists.`);
    this.#texts.set(file, text);
  }

  change(file: string, change: (text: string) => string): void {
    this.#texts.set(file, change(this.read(file)));
  }

  /** The files that were written, by their path in the project. */
  write(): string[] {
    for (const [file, text] of this.#texts) {
      mkdirSync(dirname(join(this.#project, file)), { recursive: true });
      writeFileSync(join(this.#project, file), text);
    }
    return [...this.#texts.keys()];
  }
}
