// SQL: upserts of many rows in one statement, on the connection of a flush.
/**
 * The registry of telemetry sources: services, their operations, and resources with their scopes. They are few and repeat
 * in every request, so each process remembers which of them it has written today, and a known one costs no statement.
 */
import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
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
    let scopes = this.#sources.get(resource);
    if (scopes === undefined) {
      scopes = new Map();
      this.#sources.set(resource, scopes);
    }
    let source = scopes.get(scope);
    if (source === undefined) {
      const hash = createHash("sha256").update(`${resource.length}:`).update(resource).update(scope).digest();
      source = { id: hash.subarray(0, 16), resource, scope };
      scopes.set(scope, source);
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
    const sources = [...this.#sources.values()]
      .flatMap((scopes) => [...scopes.values()])
      .map((source) => ({ ...source, id: source.id.toString("hex") }))
      .filter(({ id }) => this.#isNew("source", id))
      .sort((a, b) => inOrder(a.id, b.id));
    if (sources.length === 0) return;
    // In the order of the key, so that flushes of spans and logs that meet here wait for each other in one order.
    await client.query(
      `INSERT INTO telemetry_sources AS known (project_id, environment, source_id, resource, scope, last_seen)
       VALUES ${rowsOfParameters(sources.length, ["$1", "$2", null, null, null, "$3"])}
       ON CONFLICT (project_id, environment, source_id)
       DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
      [...this.#keyStart, ...sources.flatMap(({ id, resource, scope }) => [id, resource, scope])],
    );
  }

  async #saveOperations(client: PoolClient): Promise<void> {
    const services = [...this.#operations.keys()].filter((service) => this.#isNew("service", service)).sort();
    if (services.length > 0) {
      await client.query(
        `INSERT INTO trace_services AS known (project_id, environment, service_name, last_seen)
         VALUES ${rowsOfParameters(services.length, ["$1", "$2", null, "$3"])}
         ON CONFLICT (project_id, environment, service_name)
         DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
        [...this.#keyStart, ...services],
      );
    }
    const operations = [...this.#operations]
      .flatMap(([service, names]) =>
        [...names].flatMap(([name, kinds]) =>
          [...kinds]
            .filter((kind) => this.#isNew("operation", service, name, kind))
            .map((kind) => ({ service, name, kind })),
        ),
      )
      .sort((a, b) => inOrder(a.service, b.service) || inOrder(a.name, b.name) || a.kind - b.kind);
    if (operations.length === 0) return;
    await client.query(
      `INSERT INTO trace_operations AS known (project_id, environment, service_name, operation, kind, last_seen)
       VALUES ${rowsOfParameters(operations.length, ["$1", "$2", null, null, null, "$3"])}
       ON CONFLICT (project_id, environment, service_name, operation, kind)
       DO UPDATE SET last_seen = greatest(known.last_seen, excluded.last_seen)`,
      [...this.#keyStart, ...operations.flatMap(({ service, name, kind }) => [service, name, kind])],
    );
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

/** One order for everybody, so that flushes that meet at several rows wait for each other and never in a circle. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
