/** Projects whose nodes are known, each with a client that sends single events and notes how long each took. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createApiKey } from "#src/identity/api-keys.ts";
import { createBusiness } from "#src/identity/businesses.ts";
import { createProject } from "#src/identity/projects.ts";
import type { Database } from "#src/storage/database.ts";
import type { Comparison } from "#test/chaos/load.ts";
import { ask } from "#test/chaos/records.ts";
import { storedEventIds } from "#test/support/stored-records.ts";
import type { Cluster } from "./cluster.ts";
import type { Installation } from "./installation.ts";

const message = "of a tenant";
/** Between two requests of a client (ms). */
const pauseMs = 60;
const mostProjects = 200;

interface Project {
  readonly id: string;
  readonly key: string;
}

interface Timing {
  readonly project: string;
  /** When it was answered. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

/** Of the requests that were answered within some time. */
export interface Measured {
  readonly requests: number;
  /** Not stored: refused, or without an answer. */
  readonly refused: number;
  /** Milliseconds, of those that were stored. */
  readonly p50: number;
  readonly p99: number;
}

/** Requests of tenants on the node that something happens to, and of all others. */
export interface Sides {
  readonly others: Measured;
  readonly own: Measured;
}

export class Tenants {
  readonly #cluster: Cluster;
  readonly #projects: readonly Project[];
  readonly #timings: Timing[] = [];
  readonly #acknowledged: string[] = [];
  readonly #ending = new AbortController();
  readonly #running: Promise<unknown>;

  private constructor(cluster: Cluster, installation: Installation, projects: readonly Project[]) {
    this.#cluster = cluster;
    this.#projects = projects;
    this.#running = Promise.all(projects.map((project) => this.#send(project, installation)));
  }

  /** `count` of them for each worker. */
  static async begin(cluster: Cluster, installation: Installation, count: number): Promise<Tenants> {
    const database = await installation.database();
    try {
      const found = new Map<string, Project[]>(cluster.workers.map(({ address }) => [address, []]));
      for (let made = 0; [...found.values()].some((projects) => projects.length < count); made++) {
        if (made === mostProjects) throw new Error(`No ${count} of ${made} projects are on each worker`);
        const project = await newProject(database);
        const there = found.get((await nodesOf(cluster, [project.id])).get(project.id) ?? "");
        if (there !== undefined && there.length < count) there.push(project);
      }
      return new Tenants(cluster, installation, [...found.values()].flat());
    } finally {
      await database.close();
    }
  }

  /** What was measured while `work` ran. A tenant counts as the node's own when it is there before or afterwards. */
  async during(nodeOf: () => string, work: () => Promise<unknown>): Promise<Sides> {
    const before = await this.#nodes();
    const began = performance.now();
    await work();
    const ended = performance.now();
    const afterwards = await this.#nodes();
    const node = nodeOf();
    const isOwn = ({ project }: Timing) => before.get(project) === node || afterwards.get(project) === node;
    const timings = this.#timings.filter(({ at }) => at >= began && at <= ended);
    return {
      others: measured(timings.filter((timing) => !isOwn(timing))),
      own: measured(timings.filter(isOwn)),
    };
  }

  /** Begins nothing new. Then what was acknowledged is compared with what is stored. */
  async compare(database: Database): Promise<Comparison> {
    this.#ending.abort();
    await this.#running;
    const stored = await storedEventIds(database.pool, undefined, message);
    const known = new Set(stored);
    return {
      kind: "single events",
      acknowledged: this.#acknowledged.length,
      stored: stored.length,
      lost: this.#acknowledged.filter((id) => !known.has(id)),
      doubled: stored.filter((id, index) => stored.indexOf(id) !== index),
      refusals: [],
      unknown: 0,
    };
  }

  #nodes(): Promise<ReadonlyMap<string, string>> {
    return nodesOf(
      this.#cluster,
      this.#projects.map(({ id }) => id),
    );
  }

  async #send({ id: project, key }: Project, installation: Installation): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const eventId = randomUUID();
      const began = performance.now();
      const answer = await ask(`${installation.access.observability.baseUrl}/api/v1/monitor/ingest`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify([{ eventId, level: 30, time: Date.now(), message }]),
      });
      const status = answer?.status ?? 0;
      if (status === 202) this.#acknowledged.push(eventId);
      const at = performance.now();
      this.#timings.push({ project, at, ms: at - began, status });
      await delay(pauseMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }
}

async function newProject(database: Database): Promise<Project> {
  const slug = `tenant-${randomBytes(6).toString("hex")}`;
  const business = await createBusiness(database, { name: "A tenant", slug });
  const project = await createProject(database, business, { name: "Checkout", slug });
  const issued = await createApiKey(database, { business, project }, { environment: "test", scopes: ["ingest:write"] });
  return { id: project.id, key: issued.key };
}

async function nodesOf(cluster: Cluster, projects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await cluster.coordinator.query<{ project: string; node: string }>(
    `SELECT project, nodename || ':' || nodeport AS node
     FROM unnest($1::uuid[]) AS project JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('event_heads', project)
       JOIN pg_dist_node USING (groupid)`,
    [projects],
  );
  return new Map(rows.map(({ project, node }) => [project, node]));
}

function measured(timings: readonly Timing[]): Measured {
  const stored = timings.filter(({ status }) => status === 202).map(({ ms }) => ms);
  const sorted = stored.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: timings.length, refused: timings.length - stored.length, p50: at(0.5), p99: at(0.99) };
}
