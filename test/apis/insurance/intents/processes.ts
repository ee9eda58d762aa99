/** Processes that ask an insurer, and die, over one database. */
import { randomUUID } from "node:crypto";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { IntentDependencies } from "#src/apis/insurance/intents/dependencies.ts";
import { perform } from "#src/apis/insurance/intents/perform.ts";
import { settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { entities, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { codeOf as codeOfProblem } from "#test/support/code-of.ts";
import { emptiedDatabase, type TestDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { silent } from "#test/support/postgres.ts";
import { CountingInsurer, operationsAt, prepareSale, type Sale, soldTable } from "./counting-insurer.ts";

export const businessId = randomUUID();

export interface Given {
  readonly operation?: "createPurchase" | "createQuote";
  readonly subject?: string | null;
  /** Null for a request without one; random when left out. */
  readonly key?: string | null;
  readonly sale?: Sale;
  readonly businessId?: string;
  readonly providerId?: string;
  /** Holds up `prepare`. */
  readonly meanwhile?: () => Promise<void>;
}

export interface Sold extends Sale {
  readonly subject: string;
  readonly id: string;
  readonly nonce: string;
}

type Dependencies = IntentDependencies & { readonly operations: ReturnType<typeof operationsAt> };

/** A process: a pool and a liveness lock of its own. */
export interface Process {
  readonly database: Database;
  readonly dependencies: Dependencies;
  ask(given?: Given): Promise<IdempotentAnswer<Sold>>;
  settle(): ReturnType<typeof settleOpenIntents>;
  /** Gives up its liveness lock, as a kill would. What it still does must be interrupted. */
  die(): Promise<void>;
}

/** For the tests of the surrounding `describe`: each finds nothing on record and no process. Their pools stay open for the next. */
export class Site {
  insurer = new CountingInsurer();
  readonly #database: TestDatabase;
  readonly #pools: Database[] = [];
  #processes: Process[] = [];
  /** How far the clock is ahead (ms). */
  aheadMs = 0;

  constructor() {
    after(() => Promise.all(this.#pools.map((pool) => pool.close())));
    this.#database = emptiedDatabase({ as: "owner" });
    before(() => this.pool.query(soldTable));
    afterEach(async () => {
      for (const process of this.#processes.toReversed()) await process.die();
      this.#processes = [];
      this.insurer = new CountingInsurer();
      this.aheadMs = 0;
    });
  }

  get pool() {
    return this.#database.pool;
  }

  /** Does something while the database takes no connections. */
  away<T>(work: () => Promise<T>): Promise<T> {
    return whileAway(this.#database, work);
  }

  /** A dead process may leave its pool to the next: opening one takes its time. */
  async process(given: Partial<Dependencies> = {}, former?: Process): Promise<Process> {
    const database = former?.database ?? (await this.#pool());
    const liveness = new LivenessLock(database.pool, silent);
    const dependencies: Dependencies = {
      database,
      liveness,
      claims: new Set(),
      insurers: { reach: () => Promise.reject(new Error("the operations ask another insurer")) },
      operations: operationsAt(this.insurer),
      log: silent,
      now: () => Date.now() + this.aheadMs,
      ...given,
    };
    const process: Process = {
      database,
      dependencies,
      ask: ({
        operation = "createPurchase",
        subject = "quote/aegis/q1",
        key = randomUUID(),
        sale = { amount: 100 },
        providerId = "aegis",
        meanwhile = async () => {},
        ...tenant
      } = {}) =>
        perform(dependencies, dependencies.operations[operation], {
          businessId,
          ...tenant,
          environment: "test",
          providerId,
          subject,
          idempotencyKey: key ?? undefined,
          sent: sale,
          requestId: "req_test",
          prepare: async ({ client }) => {
            await meanwhile();
            return await prepareSale(client, subject, sale);
          },
        }) as Promise<IdempotentAnswer<Sold>>,
      settle: () => settleOpenIntents(dependencies),
      die: () => liveness.close(),
    };
    this.#processes.push(process);
    return process;
  }

  /** One that no process of this site has. */
  async #pool(): Promise<Database> {
    const used = new Set(this.#processes.map(({ database }) => database));
    const free = this.#pools.find((pool) => !used.has(pool));
    if (free !== undefined) return free;
    const opened = await openDatabase(this.#database.url, { entities, migrations, poolSize: 10 });
    this.#pools.push(opened);
    return opened;
  }

  /** Sales on record. */
  async sold(subject = "quote/aegis/q1"): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>("SELECT id FROM sold WHERE subject = $1", [subject]);
    return rows.map(({ id }) => id);
  }

  async events(): Promise<number> {
    return (await this.pool.query("SELECT FROM webhook_events")).rowCount ?? 0;
  }

  async open(): Promise<number> {
    return (await this.pool.query("SELECT FROM insurer_intents")).rowCount ?? 0;
  }

  async refusals(): Promise<string[]> {
    const { rows } = await this.pool.query<{ code: string }>("SELECT code FROM refusals");
    return rows.map(({ code }) => code);
  }
}

/** The code of a problem or of an insurer's refusal, or the kind of its failure. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    return await codeOfProblem(work);
  } catch (error) {
    if (!(error instanceof InsurerFailure)) throw error;
    return error.failure.kind === "refused" ? error.failure.code : error.failure.kind;
  }
}
