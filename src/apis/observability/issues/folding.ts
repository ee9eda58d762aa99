// SQL: whether there is a row, asked before every read.
/** Folds before reads, so that what ingest has answered is in the lists: one fold of a tenant at a time in this process. */
import type { Database } from "#src/storage/database.ts";
import type { Tenant } from "../records.ts";
import { type FoldOptions, foldArrivals } from "./fold.ts";

export class Folding {
  readonly #database: Database;
  readonly #options: FoldOptions;
  /** By tenant: the fold that runs, and the one that begins after it, which sees whatever was committed before it was asked for. */
  readonly #folds = new Map<string, { readonly running: Promise<void>; next: Promise<void> | null }>();

  constructor(database: Database, options: FoldOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Resolves when what was committed before the call is folded, where that is little enough for one transaction. */
  async fold(tenant: Tenant): Promise<void> {
    if (!(await this.#isDue(tenant))) return;
    const key = `${tenant.projectId} ${tenant.environment}`;
    const current = this.#folds.get(key);
    if (current === undefined) return await this.#run(key, tenant);
    current.next ??= current.running.catch(() => {}).then(() => this.#run(key, tenant));
    return await current.next;
  }

  #run(key: string, tenant: Tenant): Promise<void> {
    const running = foldArrivals(this.#database, tenant, this.#options).then(() => {});
    const fold = { running, next: null };
    this.#folds.set(key, fold);
    const forget = () => {
      if (this.#folds.get(key) === fold && fold.next === null) this.#folds.delete(key);
    };
    running.then(forget, forget);
    return running;
  }

  async #isDue({ projectId, environment }: Tenant): Promise<boolean> {
    // Primary key (project_id, environment, id).
    const { rows } = await this.#database.pool.query(
      "SELECT FROM issue_arrivals WHERE project_id = $1 AND environment = $2 LIMIT 1",
      [projectId, environment],
    );
    return rows.length > 0;
  }
}
