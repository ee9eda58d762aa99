/** Processes that ask an insurer, and die, over one database. */
import { randomUUID } from "node:crypto";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { IntentDependencies } from "#src/apis/insurance/intents/dependencies.ts";
import { perform } from "#src/apis/insurance/intents/perform.ts";
import { settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { entities, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { silent } from "#test/support/postgres.ts";
import { admitSale, CountingInsurer, operationsAt, type Sale, soldTable } from "./counting-insurer.ts";

export const businessId = randomUUID();

export interface Given {
  readonly operation?: "createPurchase" | "createQuote";
  readonly subject?: string | null;
  /** Null for a request without one; random when left out. */
  readonly key?: string | null;
  readonly sale?: Sale;
  readonly businessId?: string;
  readonly providerId?: string;
  /** Holds the admission up. */
  readonly meanwhile?: () => Promise<void>;
}

export interface Sold extends Sale {
  readonly subject: string;
  readonly id: string;
  readonly nonce: string;
}

type Dependencies = IntentDependencies<ReturnType<typeof operationsAt>>;

/** A process: a pool and a liveness lock of its own. */
export interface Process {
  readonly database: Database;
  readonly dependencies: Dependencies;
  ask(given?: Given): Promise<IdempotentAnswer<Sold>>;
  settle(): ReturnType<typeof settleOpenIntents>;
  /** Gives up its liveness lock, as a kill would. What it still does must be interrupted. */
  die(): Promise<void>;
  close(): Promise<void>;
}

export class Site {
  readonly insurer = new CountingInsurer();
  readonly #database: TestDatabase;
  readonly #processes: Process[] = [];
  /** How far the clock is ahead (ms). */
  aheadMs = 0;

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Site> {
    const database = await createTestDatabase({ as: "owner" });
    await database.pool.query(soldTable);
    return new Site(database);
  }

  get pool() {
    return this.#database.pool;
  }

  /** Does something while the database takes no connections. */
  away<T>(work: () => Promise<T>): Promise<T> {
    return whileAway(this.#database, work);
  }

  async close(): Promise<void> {
    for (const process of this.#processes.splice(0).reverse()) await process.close();
    await this.#database.drop();
  }

  /** A dead process may leave its pool to the next: opening one takes its time. */
  async process(given: Partial<Dependencies> = {}, former?: Process): Promise<Process> {
    const database =
      former?.database ?? (await openDatabase(this.#database.url, { entities, migrations, poolSize: 10 }));
    const liveness = new LivenessLock(database.pool, silent);
    const dependencies: Dependencies = {
      database,
      liveness,
      claims: new Set(),
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
        perform(dependencies, {
          businessId,
          ...tenant,
          environment: "test",
          operation,
          providerId,
          subject,
          idempotencyKey: key ?? undefined,
          sent: sale,
          requestId: "req_test",
          admit: async ({ client }) => {
            await meanwhile();
            return await admitSale(client, subject, sale);
          },
        }) as Promise<IdempotentAnswer<Sold>>,
      settle: () => settleOpenIntents(dependencies),
      die: () => liveness.close(),
      async close() {
        await liveness.close();
        if (former === undefined) await database.close();
      },
    };
    this.#processes.push(process);
    return process;
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
    await work;
    return "none";
  } catch (error) {
    if (error instanceof Problem) return error.code;
    if (!(error instanceof InsurerFailure)) throw error;
    return error.failure.kind === "refused" ? error.failure.code : error.failure.kind;
  }
}
