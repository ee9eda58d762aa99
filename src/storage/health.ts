// SQL: what the server's own processes are doing.
/**
 * Detects whether the database answers. A connection that receives nothing may wait for a long statement, or for an answer that will never
 * come (a lost network, a halted machine, a failover). Another session finds out which of the two it is. While the database is away,
 * every use of it is refused at once, and it is asked repeatedly until it answers.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";
import { isPassing } from "./passing.ts";
import { sqlStateOf } from "./sql-state.ts";
import { DatabaseSilent, SteadyClient, type Watch } from "./steady-client.ts";

export interface HealthLimits {
  /** How long a connection receives nothing before another session asks why (milliseconds); 2,000 when left out. */
  readonly suspectMs?: number | undefined;
  /** How long that session receives nothing before the database counts as away (milliseconds); 2,500 when left out. */
  readonly patienceMs?: number | undefined;
}

export interface HealthOptions extends HealthLimits {
  readonly url: string;
  /** `application_name` of the connections, as `pg_stat_activity` shows it. */
  readonly applicationName: string;
  readonly log?: Log | undefined;
}

/** First pause between two questions while the database is away (milliseconds). */
const firstPauseMs = 50;
const longestPauseMs = 500;
/** When any connection has received something this recently, the database is not away, whatever the asking session met (milliseconds). */
const freshMs = 500;
/** How many times a waiting connection checks before it becomes suspect. */
const looks = 8;

/** SQLSTATE class 53, insufficient resources: the server answers but accepts no more sessions now. It is busy, not away. */
const tooMany = "53";

/** SQL that identifies the server, and tells a database from a restored copy: no two of them share both values. */
export const originSql = `extract(epoch FROM pg_postmaster_start_time())
    || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * The error of every use of the database while it is away. Its code is that of a refused connection: after ETIMEDOUT, the job queue would
 * sleep for up to two minutes (graphile-worker 0.18, RETRYABLE_ERROR_CODES).
 */
export class DatabaseAway extends Error {
  readonly code = "ECONNREFUSED";

  constructor(cause: unknown) {
    super("The database does not answer", { cause });
    this.name = "DatabaseAway";
  }
}

/** A row of pg_stat_activity: a process of the server. */
interface Activity {
  readonly pid: number;
  readonly state: string | null;
  readonly wait: string | null;
}

/** Watches the connections of a process. */
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

  /** The error while the database is away; null while it answers. */
  get away(): DatabaseAway | null {
    return this.#away;
  }

  /** How often a waiting connection checks whether anything was received or sent (milliseconds). */
  get lookMs(): number {
    return this.suspectMs / looks;
  }

  /** Watches a connection. Ends it when the database is away, or when the server does not work on what the connection waits for. */
  watch(client: SteadyClient): void {
    this.#clients.add(client);
  }

  forget(client: SteadyClient): void {
    this.#clients.delete(client);
  }

  /** Called when a connection has received something from the database. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Called when a connection could not be opened, or receives nothing. */
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

  /** Asks repeatedly until the database answers, or it is known that only the asking session failed. */
  async #ask(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await this.#askOnce();
        if (this.#away !== null) this.#options.log?.info("The database answers again");
        this.#away = null;
        return;
      } catch (error) {
        if (!this.#isAway(error)) {
          // It has answered: with a refusal of this session, for want of free ones perhaps. Nobody else would ask again.
          this.#away = null;
          return;
        }
        this.#turnAway(error);
      }
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  /** Asks in a new session, which also shows whether the server accepts new sessions. */
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
      // Not awaited, because a session that does not answer may not end either.
      void session.end().catch(() => {});
    }
  }

  /** Gives up the connections whose answers will never come. */
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
      // When the network drops packets, the server would keep an idle transaction and its locks for a long time, so its session is ended.
      // A transaction that waits for a standby is left alone: ending it would make it visible, and so count as committed, without being on
      // the standby.
      if (activity?.state?.startsWith("idle in transaction") === true)
        await session.query("SELECT pg_terminate_backend($1::int)", [activity.pid]);
    }
  }

  /** Whether the server works on something for this connection that will be answered in time. */
  #works(activity: Activity | undefined, { silentMs }: SteadyClient): boolean {
    if (activity === undefined || activity.state?.startsWith("idle") === true) return false;
    // A COMMIT that waits for a standby has already taken place locally. It is answered when the standby is back.
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
    // Idle connections would be used again first, and waiting ones would wait for a long time.
    for (const client of this.#clients) client.giveUp(this.#away);
  }
}
