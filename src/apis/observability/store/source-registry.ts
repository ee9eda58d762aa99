// SQL: upserts of many rows in one statement, on the connection of a flush.
/**
 * The registry of services and their operations. They are few and repeat in every request, so each process remembers which of them
 * it has written today, and a known one costs no statement.
 */
import type { PoolClient } from "pg";
import { Slice } from "#src/http/event-loop.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import { indexedText } from "../indexed-text.ts";
import type { Tenant } from "../records.ts";
import { isoDay } from "./partitions.ts";

/** Entries that a process remembers before it starts over. */
const defaultCapacity = 100_000;

export class SourceRegistry {
  readonly #capacity: number;
  readonly #written = new Set<string>();
  #day = "";

  constructor(capacity = defaultCapacity) {
    this.#capacity = capacity;
  }

  /** Begins to collect the sources of one transaction; `at` in ms decides the day. */
  collect({ projectId, environment }: Tenant, at: number): FlushSources {
    const day = isoDay(at);
    if (day !== this.#day) {
      // Every row's last_seen moves on once a day, so that retention spares what is in use.
      this.#written.clear();
      this.#day = day;
    }
    return new FlushSources(this, { projectId, environment }, day);
  }

  has(key: string): boolean {
    return this.#written.has(key);
  }

  /** After a lost connection: what was written on it may be gone, on whatever server answers next. */
  forget(): void {
    this.#written.clear();
  }

  remember(keys: Iterable<string>, day: string): void {
    if (day !== this.#day) return;
    for (const key of keys) {
      if (this.#written.size >= this.#capacity) this.#written.clear();
      this.#written.add(key);
    }
  }
}

/** Rows of one statement: its parameters are written without a pause, and PostgreSQL takes 65,535 of them. */
const rowsOfStatement = 2_000;

function* inStatements<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += rowsOfStatement) yield rows.slice(at, at + rowsOfStatement);
}

interface Operation {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
}

/** The sources of one transaction. */
export class FlushSources {
  readonly #registry: SourceRegistry;
  readonly #tenant: Tenant;
  readonly #day: string;
  readonly #operations = new Map<string, Map<string, Set<number>>>();
  readonly #written: string[] = [];

  constructor(registry: SourceRegistry, tenant: Tenant, day: string) {
    this.#registry = registry;
    this.#tenant = tenant;
    this.#day = day;
  }

  operation(service: string, name: string, kind: number): void {
    let names = this.#operations.get(service);
    if (names === undefined) {
      names = new Map();
      this.#operations.set(service, names);
    }
    const operation = indexedText(name);
    const kinds = names.get(operation);
    if (kinds === undefined) names.set(operation, new Set([kind]));
    else kinds.add(kind);
  }

  /** To be called when the transaction is committed. */
  committed(): void {
    this.#registry.remember(this.#written, this.#day);
  }

  /** Writes what this process has not written today. Of a tenant there is one flush of spans at a time, so that the order does not matter. */
  async save(client: PoolClient): Promise<void> {
    const services: string[] = [];
    const operations: Operation[] = [];
    const slice = new Slice();
    for (const [service, names] of this.#operations) {
      if (this.#isNew("service", service)) services.push(service);
      for (const [name, kinds] of names) {
        if (slice.isOver) await slice.next();
        for (const kind of kinds)
          if (this.#isNew("operation", service, name, kind)) operations.push({ service, name, kind });
      }
    }
    for (const some of inStatements(services)) {
      await client.query(
        `INSERT INTO trace_services AS known (project_id, environment, service_name, last_seen)
         VALUES ${rowsOfParameters(some.length, ["$1", "$2", null, "$3"])}
         ON CONFLICT (project_id, environment, service_name)
         DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
        [...this.#keyStart, ...some],
      );
    }
    for (const some of inStatements(operations)) {
      await client.query(
        `INSERT INTO trace_operations AS known (project_id, environment, service_name, operation, kind, last_seen)
         VALUES ${rowsOfParameters(some.length, ["$1", "$2", null, null, null, "$3"])}
         ON CONFLICT (project_id, environment, service_name, operation, kind)
         DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
        [...this.#keyStart, ...some.flatMap(({ service, name, kind }) => [service, name, kind])],
      );
    }
  }

  get #keyStart(): [string, string, string] {
    return [this.#tenant.projectId, this.#tenant.environment, this.#day];
  }

  #isNew(...parts: (string | number)[]): boolean {
    const key = JSON.stringify([this.#tenant.projectId, this.#tenant.environment, ...parts]);
    if (this.#registry.has(key)) return false;
    this.#written.push(key);
    return true;
  }
}
