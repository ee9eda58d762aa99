/** Projects whose nodes are known, each with a client that sends single events, and readers of a page; how long each took is noted. */
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
/** Between two requests of a client, and of a reader (ms). */
const pauseMs = 60;
const readPauseMs = 2_000;
/** Of a project: as many as its places in two servers. */
const readers = 6;
const mostProjects = 200;

interface Project {
  readonly id: string;
  readonly key: string;
}

interface Timing {
  readonly project: string;
  readonly isRead: boolean;
  /** When it was answered. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

/** Of the requests that were answered within some time. */
export interface Measured {
  readonly requests: number;
  /** Refused, or without an answer. */
  readonly refused: number;
  /** Milliseconds, of the others. */
  readonly p50: number;
  readonly p99: number;
}

/** Requests of tenants on the node that something happens to, and of all others. */
export interface Sides {
  readonly others: Measured;
  readonly own: Measured;
  /** The same of their readers. */
  readonly otherReads: Measured;
  readonly ownReads: Measured;
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
    this.#running = Promise.all(
      projects.flatMap((project) => [
        this.#send(project, installation),
        ...Array.from({ length: readers }, () => this.#read(project, installation)),
      ]),
    );
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
    const of = (own: boolean, read: boolean) =>
      measured(timings.filter((timing) => isOwn(timing) === own && timing.isRead === read));
    return {
      others: of(false, false),
      own: of(true, false),
      otherReads: of(false, true),
      ownReads: of(true, true),
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

  async #send(project: Project, installation: Installation): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const eventId = randomUUID();
      const status = await this.#timed(project, installation, "ingest", {
        method: "POST",
        body: JSON.stringify([{ eventId, level: 30, time: Date.now(), message }]),
      });
      if (status === 202) this.#acknowledged.push(eventId);
      await this.#pause(pauseMs);
    }
  }

  async #read(project: Project, installation: Installation): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#pause(readPauseMs);
      await this.#timed(project, installation, "events?limit=1");
    }
  }

  /** The status of the answer; 0 when there was none. */
  async #timed({ id: project, key }: Project, installation: Installation, path: string, init: RequestInit = {}) {
    const began = performance.now();
    const answer = await ask(`${installation.access.observability.baseUrl}/api/v1/monitor/${path}`, {
      ...init,
      headers: { "content-type": "application/json", "x-api-key": key },
    });
    const status = answer?.status ?? 0;
    const at = performance.now();
    this.#timings.push({ project, isRead: init.method === undefined, at, ms: at - began, status });
    return status;
  }

  #pause(ms: number): Promise<unknown> {
    return delay(ms, undefined, { signal: this.#ending.signal }).catch(() => {});
  }
}

async function newProject(database: Database): Promise<Project> {
  const slug = `tenant-${randomBytes(6).toString("hex")}`;
  const business = await createBusiness(database, { name: "A tenant", slug });
  const project = await createProject(database, business, { name: "Checkout", slug });
  const issued = await createApiKey(
    database,
    { business, project },
    { environment: "test", scopes: ["ingest:write", "events:read"] },
  );
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
  const done = timings.filter(({ status }) => status === 202 || status === 200).map(({ ms }) => ms);
  const sorted = done.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: timings.length, refused: timings.length - done.length, p50: at(0.5), p99: at(0.99) };
}
