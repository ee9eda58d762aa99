/** Accord in a process of its own, as it runs in production, and a client process that loads it. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createApiKey } from "#src/identity/api-keys.ts";
import { createBusiness } from "#src/identity/businesses.ts";
import { createProject } from "#src/identity/projects.ts";
import { apart } from "../apart.ts";
import type { BenchDatabase } from "./database.ts";
import type { LoadPlan, LoadResult } from "./load.ts";

export interface BenchServer {
  readonly pid: number;
  /** The server's root, where the observability API is when it is the only one. */
  readonly baseUrl: string;
  /** From the start of the process until it listens, in ms. */
  readonly bootMs: number;
  stop(): Promise<void>;
}

const plenty = "1000000000";
/** Of the server: who prepares its database needs it, too. */
export const benchMasterKey = Buffer.alloc(32, 0xab);
const root = join(import.meta.dirname, "..", "..");

/** Settings of a server over the benchmark's database, with quotas out of the way. */
export function serverSettings({ url, ownerUrl, folder }: BenchDatabase): NodeJS.ProcessEnv {
  return {
    ACCORD_PORT: "0",
    ACCORD_METRICS_PORT: "off",
    ACCORD_DATABASE_URL: url,
    ACCORD_MIGRATE_DATABASE_URL: ownerUrl,
    ACCORD_DATA_DIR: join(folder, "accord"),
    ACCORD_MASTER_KEY: benchMasterKey.toString("hex"),
    ACCORD_QUOTA_EVENTS: plenty,
    ACCORD_QUOTA_OTLP_REQUESTS: plenty,
    ACCORD_QUOTA_QUERIES: plenty,
    ACCORD_QUOTA_METRIC_SAMPLES: plenty,
    ACCORD_QUOTA_METRIC_BYTES: "1000000000000",
    ACCORD_QUOTA_INSURANCE_REQUESTS: plenty,
    ACCORD_QUOTA_WALLET_REQUESTS: plenty,
  };
}

function spawnAccord(bench: BenchDatabase, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--max-semi-space-size=32", join(root, "src", "cli.ts"), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      MALLOC_MMAP_THRESHOLD_: "1048576",
      // As scripts/run.mjs starts it.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "accord", "compiled"),
      ...serverSettings(bench),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/** `accord serve`, or another command, over the benchmark's database, its log thrown away. */
export async function startServer(
  bench: BenchDatabase,
  command: readonly string[] = ["serve", "--api", "observability"],
): Promise<BenchServer> {
  const started = performance.now();
  const child = spawnAccord(bench, command);
  const exit = once(child, "exit");
  const address = await addressOf(child);
  return {
    pid: child.pid ?? 0,
    baseUrl: address,
    bootMs: performance.now() - started,
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error("the server's words cannot be heard");
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    said.push(line);
    const [, address] = / listens on (\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    stderr.resume();
    return address;
  }
  throw new Error(`The server did not start: ${said.join("\n")}`);
}

export async function newOwner({ owner }: BenchDatabase) {
  const slug = `bench-${randomUUID()}`;
  const business = await createBusiness(owner, { name: "Bench", slug });
  return { business, project: await createProject(owner, business, { name: "Bench", slug }) };
}

/** A key of a new project that may do everything. */
export async function newKey(bench: BenchDatabase): Promise<string> {
  return (
    await createApiKey(bench.owner, await newOwner(bench), {
      environment: "live",
      scopes: ["ingest:write", "events:read", "symbols:upload"],
      label: "bench",
    })
  ).key;
}

/**
 * Sends what the plan says from a process of its own, which makes every body beforehand: what is timed and measured
 * by `watch` is the sending alone. Throws when a request was refused.
 */
export async function load<T>(plan: LoadPlan, watch: () => T): Promise<LoadResult & { before: T; after: T }> {
  return await apart<LoadResult, T>(join(import.meta.dirname, "load.ts"), plan, watch);
}
