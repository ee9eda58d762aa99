/** An embedded installation as a supervisor runs it: `start` and `work` on one data folder, begun again when they end. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { entities, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { readPostmaster } from "#src/storage/embedded/postmaster.ts";
import { Accord, accord, type Finished } from "#test/cli/support/accord.ts";
import { until } from "#test/support/until.ts";
import type { Access } from "./records.ts";

const diskMiB = 4_096;
const plenty = "1000000000";
const recoveryMs = 120_000;

export class Installation {
  /** A disk of its own, which can be filled up; only root can mount one. */
  readonly hasOwnDisk: boolean;
  readonly #folder: string;
  readonly #port: number;
  readonly #env: Readonly<Record<string, string>>;
  /** Every process there has been. */
  readonly #begun: Accord[] = [];
  #start: Accord | undefined;
  #work: Accord | undefined;
  #access: Access | undefined;

  constructor(port: number) {
    this.#port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "accord-chaos-"));
    chmodSync(this.#folder, 0o755);
    const mounted =
      process.getuid?.() === 0 &&
      spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMiB}m,mode=755`, "accord-chaos", this.#folder]).status === 0;
    this.hasOwnDisk = mounted;
    mkdirSync(this.#dataDir);
    this.#env = {
      ACCORD_DATA_DIR: this.#dataDir,
      ACCORD_LOG_LEVEL: "warn",
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
      ACCORD_QUOTA_EVENTS: plenty,
      ACCORD_QUOTA_OTLP_REQUESTS: plenty,
      ACCORD_QUOTA_WEB_VITALS: plenty,
      ACCORD_QUOTA_INSURANCE_REQUESTS: plenty,
      ACCORD_QUOTA_WALLET_REQUESTS: plenty,
    };
  }

  get access(): Access {
    if (this.#access === undefined) throw new Error("The installation has not been started");
    return this.#access;
  }

  get startPid(): number {
    return this.#start?.process.pid ?? 0;
  }

  get workPid(): number {
    return this.#work?.process.pid ?? 0;
  }

  async postmasterPid(): Promise<number> {
    return (await readPostmaster(join(this.#dataDir, "postgres", "data")))?.pid ?? 0;
  }

  /** Begins what does not run, and waits until everything is ready. */
  async recover(): Promise<void> {
    if (this.#start === undefined || hasEnded(this.#start)) {
      this.#start = this.#run(["start", "--port", String(this.#port)]);
      await this.#start.listening();
    }
    if (this.#work === undefined || hasEnded(this.#work)) this.#work = this.#run(["work"]);
    await until(async () => (await this.#probe())?.status === 200, recoveryMs);
    this.#access = JSON.parse(readFileSync(join(this.#dataDir, "demo.json"), "utf8")) as Access;
  }

  async kill(which: "start" | "work"): Promise<void> {
    await (which === "start" ? this.#start : this.#work)?.stop("SIGKILL");
  }

  /** Leaves so little room that nothing can be written, until `work` is over. */
  async whileDiskIsFull(work: () => Promise<unknown>): Promise<void> {
    const size = (size: string) => spawnSync("mount", ["-o", `remount,size=${size}`, this.#folder]);
    const { stdout } = spawnSync("df", ["--output=used", "-k", this.#folder], { encoding: "utf8" });
    const used = Number(stdout.trim().split("\n").at(-1));
    size(`${used + 64}k`);
    try {
      await work();
    } finally {
      size(`${diskMiB}m`);
    }
  }

  /** As the owner of the database. */
  async database(): Promise<Database> {
    return await openDatabase(this.#servers().ownerUrl, { entities, migrations, poolSize: 3 });
  }

  /** The sessions of the servers with the database. */
  async backends(): Promise<number[]> {
    const client = new pg.Client({ connectionString: this.#servers().ownerUrl, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'accord%' AND pid <> pg_backend_pid()",
      );
      return rows.map(({ pid }) => pid);
    } finally {
      await client.end();
    }
  }

  /** Of the quotes that the sandbox insurers turned into policies. */
  quotesSoldByInsurers(): string[] {
    return readFileSync(join(this.#dataDir, "sandbox-insurers.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => (JSON.parse(line) as { policy?: { quoteId: string } }).policy?.quoteId ?? []);
  }

  verifyLedger(): Promise<Finished> {
    return accord(["ledger", "verify"], { env: this.#env });
  }

  /** What the processes said last, for whoever looks for the cause of trouble. */
  lastWords(): string {
    return [this.#start, this.#work].map((one) => one?.output.slice(-2_000) ?? "").join("\n---\n");
  }

  async close(): Promise<void> {
    await this.#work?.stop();
    await this.#start?.stop();
    const postmaster = await this.postmasterPid();
    if (postmaster > 0) spawnSync("kill", ["-QUIT", String(postmaster)]);
    if (this.hasOwnDisk) spawnSync("umount", ["-l", this.#folder]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What any process has logged of a request. */
  logged(requestId: string): string[] {
    return this.#begun.flatMap(({ output }) => output.split("\n").filter((line) => line.includes(requestId)));
  }

  #run(parameters: readonly string[]): Accord {
    const accord = new Accord(parameters, { env: this.#env });
    this.#begun.push(accord);
    return accord;
  }

  get #dataDir(): string {
    return join(this.#folder, "data");
  }

  #servers(): { readonly ownerUrl: string } {
    return JSON.parse(readFileSync(join(this.#dataDir, "running.json"), "utf8"));
  }

  #probe(): Promise<Response | null> {
    return fetch(`http://127.0.0.1:${this.#port}/readyz`).catch(() => null);
  }
}

const hasEnded = ({ process }: Accord): boolean => process.exitCode !== null || process.signalCode !== null;
