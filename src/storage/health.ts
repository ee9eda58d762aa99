// SQL: what the server's own processes are doing.
/**
 * Whether the database answers, as far as this process knows. A connection that hears nothing may wait for a long statement, or for an answer
 * that will never come (a lost network, a halted machine, a failover): another session asks which of the two it is. While the database
 * does not answer, every use of it is refused at once, and it is asked repeatedly until it does.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";
import { isPassing } from "./passing.ts";
import { sqlStateOf } from "./sql-state.ts";
import { DatabaseSilent, SteadyClient, type Watch } from "./steady-client.ts";

export interface HealthLimits {
  /** How long a connection hears nothing before another session asks why (milliseconds); 2,000 when left out. */
  readonly suspectMs?: number | undefined;
  /** How long that session hears nothing before the database counts as away (milliseconds); 2,500 when left out. */
  readonly patienceMs?: number | undefined;
}

export interface HealthOptions extends HealthLimits {
  readonly url: string;
  /** `application_name` of the connections, as `pg_stat_activity` shows it. */
  readonly applicationName: string;
  readonly log?: Log | undefined;
}

/** Pause between two questions while the database is away (milliseconds). */
const firstPauseMs = 50;
const longestPauseMs = 500;
/** A database that another connection has heard from this recently is not away, whatever one session met (milliseconds). */
const freshMs = 500;
/** How often a waiting connection looks before it becomes suspect. */
const looks = 8;

/** SQLSTATE class 53, insufficient resources: the server answers but takes no more sessions now. It is busy, not away. */
const tooMany = "53";

/** Tells one server from another, and a database from its restored copy: no two share both values. */
export const originSql = `extract(epoch FROM pg_postmaster_start_time())
    || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * The error that every use of the database throws at once while it is away. With the code of a connection that was refused: after ETIMEDOUT the queue of
 * jobs would sleep for up to two minutes (graphile-worker 0.18, RETRYABLE_ERROR_CODES).
 */
export class DatabaseAway extends Error {
  readonly code = "ECONNREFUSED";

  constructor(cause: unknown) {
    super("The database does not answer", { cause });
    this.name = "DatabaseAway";
  }
}

/** A server's process, as pg_stat_activity has it. */
interface Activity {
  readonly pid: number;
  readonly state: string | null;
  readonly wait: string | null;
}

export class DatabaseHealth implements Watch {
  readonly suspectMs: number;
  readonly #options: HealthOptions;
  readonly #patienceMs: number;
  readonly #clients = new Set<SteadyClient>();
  readonly #closing = new AbortController();
  #heardAt = performance.now();
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking = false;
  #away: DatabaseAway | null = null;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.suspectMs = options.suspectMs ?? 2_000;
    this.#patienceMs = options.patienceMs ?? 2_500;
  }

  /** Why nothing is to be asked of the database now; null while it answers. */
  get away(): DatabaseAway | null {
    return this.#away;
  }

  /** How often a connection that waits looks whether anything has come or gone (milliseconds). */
  get lookMs(): number {
    return this.suspectMs / looks;
  }

  /** Ends the connection when the database turns out to be away, or to know nothing of what the connection waits for. */
  watch(client: SteadyClient): void {
    this.#clients.add(client);
  }

  forget(client: SteadyClient): void {
    this.#clients.delete(client);
  }

  /** Some connection has heard from the database. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** A connection could not be made, or hears nothing. */
  suspect(): void {
    if (this.#asking || this.#closing.signal.aborted || performance.now() < this.#askedAt + this.suspectMs) return;
    this.#asking = true;
    void this.#ask().finally(() => {
      this.#asking = false;
      this.#askedAt = performance.now();
    });
  }

  close(): void {
    this.#closing.abort();
  }

  /** Asks until the database answers, or it is known that only this session was in trouble. */
  async #ask(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await this.#askOnce();
        if (this.#away !== null) this.#options.log?.info("The database answers again");
        this.#away = null;
        return;
      } catch (error) {
        if (!this.#isAway(error)) return;
        this.#turnAway(error);
      }
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  /** Asks in a new session, which also shows that the server accepts new sessions. */
  async #askOnce(): Promise<void> {
    const { url, applicationName } = this.#options;
    const session = new SteadyClient({ connectionString: url, application_name: `${applicationName} health` });
    session.silenceMs = this.#patienceMs;
    session.on("error", () => {});
    try {
      await session.connect();
      const { rows } = await session.query<{ origin: string }>(`SELECT ${originSql} AS origin`);
      this.heard();
      await this.#judge(session, rows[0]?.origin ?? "");
    } finally {
      // Not awaited: a session that does not answer may not end either.
      void session.end().catch(() => {});
    }
  }

  /** Gives up the connections whose answer will never come. */
  async #judge(session: SteadyClient, origin: string): Promise<void> {
    const suspects = [...this.#clients].filter(
      ({ silentMs, backend }) => silentMs >= this.suspectMs && backend !== null,
    );
    if (suspects.length === 0) return;
    const { rows } = await session.query<Activity>(
      "SELECT pid, state, wait_event AS wait FROM pg_stat_activity WHERE pid = ANY($1::int[])",
      [suspects.map(({ backend }) => backend)],
    );
    for (const client of suspects) {
      const activity = client.origin === origin ? rows.find(({ pid }) => pid === client.backend) : undefined;
      // It may have been answered meanwhile.
      if (client.silentMs < this.suspectMs || this.#works(activity, client)) continue;
      client.giveUp(new DatabaseSilent(client.silentMs));
      // Where the network swallows packets, the server would keep the transaction and its locks for long. One that waits for a standby is
      // left alone: it would become visible, and be acknowledged when it is looked for, without being on the standby.
      if (activity?.state?.startsWith("idle in transaction") === true)
        await session.query("SELECT pg_terminate_backend($1::int)", [activity.pid]);
    }
  }

  /** Whether the server does something for this connection that will have an answer before its caller loses patience. */
  #works(activity: Activity | undefined, { silentMs }: SteadyClient): boolean {
    if (activity === undefined || activity.state?.startsWith("idle") === true) return false;
    // A COMMIT that waits for a standby has taken place already, and says so when the standby is back.
    return activity.wait !== "SyncRep" || silentMs < 2 * this.suspectMs;
  }

  #isAway(error: unknown): boolean {
    if (sqlStateOf(error)?.startsWith(tooMany) === true || !isPassing(error)) return false;
    return performance.now() - this.#heardAt > freshMs;
  }

  #turnAway(error: unknown): void {
    if (this.#away !== null) return;
    this.#away = new DatabaseAway(error);
    this.#options.log?.warn(
      { reason: (error as Error).message },
      "The database does not answer: what needs it is refused until it does",
    );
    // Idle connections would be the first to be used again, and waiting ones would wait for long.
    for (const client of this.#clients) client.giveUp(this.#away);
  }
}
