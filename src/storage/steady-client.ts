/** One connection to PostgreSQL that is ended when an answer will never come: `query_timeout` of pg would keep it. */
import type { Socket } from "node:net";
import pg from "pg";

/** A statement that runs longer is cancelled by the server (milliseconds). */
export const statementTimeoutMs = 30_000;
/** When a server that does not even cancel a statement in time is given up (milliseconds after the time-out). */
export const graceMs = 5_000;

/** Watches the connections of a process, and knows from them whether the database answers (health.ts). */
export interface Watch {
  /** Why nothing is to be asked of the database now; null while it answers. */
  readonly away: Error | null;
  /** How long a connection that waits may hear nothing before it is suspect (milliseconds). */
  readonly suspectMs: number;
  /** How often such a connection looks whether anything has come or gone (milliseconds). */
  readonly lookMs: number;
  watch(client: SteadyClient): void;
  forget(client: SteadyClient): void;
  /** Some connection has heard from the database. */
  heard(): void;
  /** A connection could not be made, or is suspect. */
  suspect(): void;
}

/** What `pg` gets from its pool besides its own settings. */
interface SteadyConfig extends pg.ClientConfig {
  readonly health?: Watch;
}

/** How often it is looked whether something has come or gone while an answer is due (milliseconds); more often for a short silence. */
const lookMs = 250;
const fewestLooks = 20;

const readOnlyTransaction = "25006";

export class SteadyClient extends pg.Client {
  /** The server's process that answers it; null until it is known. */
  backend: number | null = null;
  /** The server and database of that process (connections.ts). */
  origin: string | null = null;
  /** Milliseconds; see `ConnectionLimits`. */
  silenceMs = statementTimeoutMs + graceMs;
  /** Whether its server has refused a write because it takes none (read_only_sql_transaction). */
  refusedWrite = false;
  /** The first error of its server since this was last set to undefined. */
  firstRefusal: Error | undefined;
  /** Whether a query is sent while others wait for their answers; to be changed when none does. COPY wants it off. */
  override pipeline = false;
  readonly #health: Watch | undefined;
  #onSent: (() => void) | undefined;
  /** Looks since something came or went: a process that is late itself looks less often. */
  #silentLooks = 0;
  /** Bytes, as of the last look. */
  #received = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(config?: SteadyConfig) {
    super(config);
    this.#health = config?.health;
    this.#health?.watch(this);
    this.connection.on("errorMessage", (message: Error & { readonly code?: string }) => {
      this.firstRefusal ??= message;
      if (message.code === readOnlyTransaction) this.refusedWrite = true;
    });
    // pg says so when every query has had its answer.
    this.on("drain", () => {
      this.#health?.heard();
      this.#rest();
    });
    this.once("end", () => {
      this.#health?.forget(this);
      this.#rest();
    });
  }

  /** How long nothing has come or gone while an answer is due (milliseconds). */
  get silentMs(): number {
    return this.#silentLooks * this.#lookMs;
  }

  /** Ends the connection; whoever waits on it hears why. */
  giveUp(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error?: Error) => (error ? reject(error) : resolve(this)));
      });
    const failed = (error: Error) => {
      this.#health?.forget(this);
      this.#rest();
      callback(error);
    };
    const away = this.#health?.away ?? null;
    if (away !== null) {
      process.nextTick(failed, away);
      return undefined;
    }
    this.#expectWord();
    super.connect((error?: Error) => {
      if (!error) return (callback as () => void)();
      failed(error);
      this.#health?.suspect();
    });
    return undefined;
  }

  override query = ((...given: Parameters<pg.Client["query"]>) => {
    this.#expectWord();
    if (this.pipeline) this.#gather();
    const answer = super.query(...(this.pipeline ? prepared(given) : given));
    this.#onSent?.();
    return answer;
  }) as pg.Client["query"];

  /** Resolves when the next query is on its way. One at a time may wait for that. */
  nextSent(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSent = resolve;
    });
  }

  /** Writes in one piece what is sent in one turn of the event loop. */
  #gather(): void {
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #expectWord(): void {
    this.#silentLooks = 0;
    this.#timer ??= setTimeout(() => this.#look(), this.#lookMs).unref();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#silentLooks = 0;
  }

  get #lookMs(): number {
    return Math.min(lookMs, this.silenceMs / fewestLooks, this.#health?.lookMs ?? lookMs);
  }

  /** Looks at how much has moved: a listener for data would be in the way of those that copy from the connection. */
  #look(): void {
    this.#timer = undefined;
    const stream = this.connection.stream as Socket;
    const { bytesRead: received } = stream;
    const sent = stream.bytesWritten - stream.writableLength;
    if (received !== this.#received) this.#health?.heard();
    const looks = received === this.#received && sent === this.#sent ? this.#silentLooks + 1 : 0;
    this.#received = received;
    this.#sent = sent;
    this.#expectWord();
    this.#silentLooks = looks;
    if (this.silentMs >= this.silenceMs) this.giveUp(new DatabaseSilent(this.silentMs));
    else if (this.silentMs >= (this.#health?.suspectMs ?? Number.POSITIVE_INFINITY)) this.#health?.suspect();
  }
}

type Query = Parameters<pg.Client["query"]>;

/** Texts of statements, each with how often it was sent, and those that are known by a name. */
const sentTimes = new Map<string, number>();
const names = new Map<string, string>();
/** Those that are sent again and again have names; a connection keeps as many plans. */
const timesUntilNamed = 20;
const mostNamed = 100;
const mostCounted = 1_000;

/**
 * The same query under a name, so that PostgreSQL parses and plans it once for each connection: for the statements of
 * transactions, which find rows by their keys, so that one plan is good for all values.
 */
function prepared(given: Query): Query {
  const [text, values] = given as readonly unknown[];
  if (typeof text !== "string" || !Array.isArray(values)) return given;
  const name = names.get(text) ?? nameOf(text);
  return name === undefined ? given : ([{ name, text }, ...given.slice(1)] as unknown as Query);
}

function nameOf(text: string): string | undefined {
  const times = (sentTimes.get(text) ?? 0) + 1;
  if (names.size === mostNamed || (times === 1 && sentTimes.size === mostCounted)) return undefined;
  sentTimes.set(text, times);
  if (times < timesUntilNamed) return undefined;
  const name = `accord_${names.size}`;
  names.set(text, name);
  sentTimes.delete(text);
  return name;
}

/** With the code that sockets have when their peer does not answer. */
export class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor(ms: number) {
    super(`The database has not answered for ${Math.round(ms)} ms`);
    this.name = "DatabaseSilent";
  }
}
