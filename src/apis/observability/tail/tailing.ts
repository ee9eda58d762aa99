/**
 * Tails: what is committed, told as it comes. However many readers a process has, it looks twice a second at the head of each project and kind that is followed, reads
 * what is new once, and does nothing for what nobody follows. Whoever committed it makes no difference: places are numbers of blocks.
 */
import type { Readable } from "node:stream";
import { Problem } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import type { Log } from "#src/storage/log.ts";
import type { QueryPool } from "#src/storage/query-pool.ts";
import { type Tenant, tenantName } from "../records.ts";
import { nextBlockOf } from "../store/blocks/commits.ts";
import type { RecordKind } from "../store/blocks/kind.ts";
import { EventStream } from "./event-stream.ts";
import { idOf, newestFor, type TailAudience, type TailPlace } from "./newest.ts";
import type { Tailed } from "./tailed.ts";

export interface TailingOptions {
  readonly queries: QueryPool;
  readonly log?: Pick<Log, "warn"> | undefined;
  /** How often a project is looked at (ms). */
  readonly lookEveryMs?: number;
  /** How often a quiet stream gets a sign of life, and its reader's right to it is looked at again (ms). */
  readonly heartbeatMs?: number;
  readonly recheckMs?: number;
  /** Readers of a project and environment, and of the process. */
  readonly perTenant?: number;
  readonly most?: number;
  /** Records that a reader is told of at a time. */
  readonly mostRecords?: number;
}

export interface TailReader<Filters> {
  readonly filters: Filters;
  readonly from: TailPlace;
  /** How long the stream goes on (ms). */
  readonly longestMs: number;
  /** Throws a Problem once the reader may not read any more. */
  readonly recheck: () => Promise<void>;
}

interface Reader {
  readonly stream: EventStream;
  readonly filters: object;
  /** Equal for readers with equal filters. */
  readonly name: string;
  readonly endsAt: number;
  readonly recheck: () => Promise<void>;
  place: TailPlace;
  checkedAt: number;
  /** How often in succession it could not be found out whether the reader may read. */
  unknown: number;
}

/** The readers of one kind of record of one tenant. */
interface Tail {
  readonly name: string;
  readonly tenant: Tenant;
  readonly tailed: Tailed<RecordKind, object>;
  readonly readers: Set<Reader>;
  timer: NodeJS.Timeout | undefined;
}

const bytesAtATime = { mostBytes: 256 * 1024, mostRead: 20_000, mostReadBytes: 4 * 1024 * 1024 } as const;
/** Of one look (ms). */
const deadlineMs = 10_000;
const retrySeconds = 30;
/** Rechecks in succession that may fail without an answer; a minute's at the usual pace. */
const mostUnknown = 12;

export class Tailing {
  readonly #options: Required<Omit<TailingOptions, "log">> & Pick<TailingOptions, "log">;
  /** By tenant and kind. */
  readonly #tails = new Map<string, Tail>();
  #isOver = false;

  constructor(options: TailingOptions) {
    this.#options = {
      ...{ lookEveryMs: 500, heartbeatMs: 15_000, recheckMs: 5_000, perTenant: 50, most: 200, mostRecords: 100 },
      ...options,
    };
  }

  /** How many readers there are. */
  get count(): number {
    return [...this.#tails.values()].reduce((sum, { readers }) => sum + readers.size, 0);
  }

  /**
   * A stream of what is committed after `from`. Throws Problem RATE_LIMITED where the tenant has too many readers, and OVERLOADED where the process has, or is about to
   * stop.
   */
  follow<Kind extends RecordKind, Filters extends object>(
    tenant: Tenant,
    tailed: Tailed<Kind, Filters>,
    { filters, from, longestMs, recheck }: TailReader<Filters>,
  ): Readable {
    this.#admit(tenant);
    const now = performance.now();
    const stream = new EventStream();
    const reader: Reader = {
      ...{ stream, filters, recheck, place: from, checkedAt: now, unknown: 0 },
      name: JSON.stringify(filters),
      endsAt: now + longestMs,
    };
    stream.tell(Buffer.from(`id: ${idOf(from)}\n\n`));
    const name = `${tailed.event} ${tenantName(tenant)}`;
    const tail = this.#tails.get(name) ?? {
      ...{ name, tenant, tailed: tailed as unknown as Tail["tailed"], timer: undefined },
      readers: new Set<Reader>(),
    };
    this.#tails.set(name, tail);
    tail.readers.add(reader);
    stream.body.once("close", () => {
      tail.readers.delete(reader);
      if (tail.readers.size > 0 || this.#tails.get(name) !== tail) return;
      clearTimeout(tail.timer);
      this.#tails.delete(name);
    });
    this.#lookAgain(tail);
    return stream.body;
  }

  /** Ends all streams, and lets none begin. */
  end(): void {
    this.#isOver = true;
    for (const { readers, timer } of this.#tails.values()) {
      clearTimeout(timer);
      for (const { stream } of readers) stream.end("stopping");
    }
  }

  #admit(tenant: Tenant): void {
    const { most, perTenant } = this.#options;
    if (this.#isOver || this.count >= most) throw new Problem("OVERLOADED", { headers: { "Retry-After": "5" } });
    const own = [...this.#tails.values()]
      .filter((tail) => tenantName(tail.tenant) === tenantName(tenant))
      .reduce((sum, { readers }) => sum + readers.size, 0);
    if (own < perTenant) return;
    throw new Problem("RATE_LIMITED", {
      detail: `A project and environment is followed by ${perTenant} readers at a time.`,
      headers: {
        "Retry-After": String(retrySeconds),
        ...rateLimitHeaders({ limit: perTenant, remaining: 0, resetSeconds: retrySeconds }),
      },
    });
  }

  #lookAgain(tail: Tail): void {
    if (tail.timer !== undefined || this.#isOver || tail.readers.size === 0) return;
    tail.timer = setTimeout(() => {
      void this.#look(tail)
        // A failed read is repeated at the next look. Streams get their heartbeats meanwhile.
        .catch((error: unknown) => this.#options.log?.warn({ err: error }, "what is followed cannot be read"))
        .finally(() => {
          tail.timer = undefined;
          this.#tend(tail, performance.now());
          this.#lookAgain(tail);
        });
    }, this.#options.lookEveryMs).unref();
  }

  async #look({ tenant, tailed, readers }: Tail): Promise<void> {
    const options = { deadlineMs, continued: true };
    await this.#options.queries.run(tenantName(tenant), options, async (db) => {
      const to = await nextBlockOf(db, tailed.kind, tenant);
      const behind = [...readers].filter(({ place }) => place.block < to);
      if (behind.length === 0) return;
      const audiences = Map.groupBy(behind, ({ name, place }) => `${idOf(place)} ${name}`);
      const bounds = { ...bytesAtATime, mostRecords: this.#options.mostRecords };
      const asked = [...audiences.values()].map(
        ([one]): TailAudience<object> => ({ filters: one?.filters ?? {}, from: one?.place ?? { block: to, index: 0 } }),
      );
      const told = await newestFor(db, tailed, tenant, asked, to, bounds);
      const place = { block: to, index: 0 };
      for (const [index, audience] of [...audiences.values()].entries()) {
        const events = told[index];
        // The place alone is no event, and moves readers on.
        const bytes = events && Buffer.concat([events, Buffer.from(`id: ${idOf(place)}\n\n`)]);
        for (const reader of audience) {
          reader.place = place;
          if (bytes) reader.stream.tell(bytes);
        }
      }
    });
  }

  /** Ends streams whose time is over, keeps quiet ones alive, and looks again whether readers may read. */
  #tend({ readers }: Tail, now: number): void {
    const { heartbeatMs, recheckMs } = this.#options;
    for (const reader of readers) {
      const { stream, place } = reader;
      if (now >= reader.endsAt) stream.end("time");
      else if (now >= stream.toldAt + heartbeatMs) stream.tell(Buffer.from(`:\nid: ${idOf(place)}\n\n`));
      if (stream.isOver || now < reader.checkedAt + recheckMs) continue;
      reader.checkedAt = now;
      void this.#recheck(reader);
    }
  }

  async #recheck(reader: Reader): Promise<void> {
    try {
      await reader.recheck();
      reader.unknown = 0;
    } catch (error) {
      // A refusal of any status ends the stream: a revoked key from whose address many unknown keys come is refused with 429.
      const isRefusal = error instanceof Problem && error.status < 500;
      if (isRefusal || ++reader.unknown >= mostUnknown) reader.stream.end("access");
    }
  }
}
