// SQL: upserts of many rows in one statement, on the connection of a flush.
/**
 * The registry of telemetry sources: services, their operations, and resources with their scopes. They are few and repeat
 * in every request, so each process remembers which of them it has written today, and a known one costs no statement.
 */
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { Slice, yieldToEventLoop } from "#src/http/event-loop.ts";
import { keyOfText } from "#src/http/long-text.ts";
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

/** Sources in the order of their ids. Ids are hashes, so that their first byte parts many into 256 of few. */
async function* inOrderOfKey(sources: readonly Source[]): AsyncGenerator<readonly Source[]> {
  if (sources.length === 0) return;
  const parts: Source[][] = Array.from({ length: sources.length > rowsOfStatement ? 256 : 1 }, () => []);
  for (const source of sources) parts[parts.length === 1 ? 0 : (source.id[0] as number)]?.push(source);
  for (const part of parts) {
    if (part.length === 0) continue;
    yield part.sort((a, b) => a.id.compare(b.id));
    await yieldToEventLoop();
  }
}

interface Operation {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
}

interface Source {
  readonly id: Buffer;
  readonly resource: string;
  readonly scope: string;
}

/** The sources of one transaction. */
export class FlushSources {
  readonly #registry: SourceRegistry;
  readonly #tenant: Tenant;
  readonly #day: string;
  readonly #sources = new Map<string, Map<string, Source>>();
  readonly #operations = new Map<string, Map<string, Set<number>>>();
  readonly #written: string[] = [];
  #latest: Source | undefined;

  constructor(registry: SourceRegistry, tenant: Tenant, day: string) {
    this.#registry = registry;
    this.#tenant = tenant;
    this.#day = day;
  }

  /** The id (16 bytes) under which the resource and scope are kept: it depends on nothing but the two. */
  source(resource: string, scope: string): Uint8Array {
    if (this.#latest?.resource === resource && this.#latest.scope === scope) return this.#latest.id;
    const resourceKey = keyOfText(resource);
    let scopes = this.#sources.get(resourceKey);
    if (scopes === undefined) {
      scopes = new Map();
      this.#sources.set(resourceKey, scopes);
    }
    const scopeKey = keyOfText(scope);
    let source = scopes.get(scopeKey);
    if (source === undefined) {
      const hash = createHash("sha256").update(`${resource.length}:`).update(resource).update(scope).digest();
      source = { id: hash.subarray(0, 16), resource, scope };
      scopes.set(scopeKey, source);
    }
    this.#latest = source;
    return source.id;
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

  /** Writes what this process has not written today. */
  async save(client: PoolClient): Promise<void> {
    await this.#saveSources(client);
    await this.#saveOperations(client);
  }

  /** To be called when the transaction is committed. */
  committed(): void {
    this.#registry.remember(this.#written, this.#day);
  }

  async #saveSources(client: PoolClient): Promise<void> {
    const sources: Source[] = [];
    const slice = new Slice();
    for (const scopes of this.#sources.values()) {
      if (slice.isOver) await slice.next();
      for (const source of scopes.values()) if (this.#isNew("source", source.id.toString("hex"))) sources.push(source);
    }
    // In the order of the key, so that flushes of spans and logs that meet here wait for each other in one order.
    for await (const some of inOrderOfKey(sources)) {
      await client.query(
        `INSERT INTO telemetry_sources AS known (project_id, environment, source_id, resource, scope, last_seen)
         VALUES ${rowsOfParameters(some.length, ["$1", "$2", null, null, null, "$3"])}
         ON CONFLICT (project_id, environment, source_id)
         DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
        [...this.#keyStart, ...some.flatMap(({ id, resource, scope }) => [id.toString("hex"), resource, scope])],
      );
    }
  }

  /** Only flushes of spans write these, and of a tenant there is one at a time, so that their order does not matter. */
  async #saveOperations(client: PoolClient): Promise<void> {
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
