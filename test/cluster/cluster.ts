/** A coordinator and workers on this machine, made by the lines of the guide. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { project } from "#test/support/documentation.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { commandsOf } from "./guide.ts";
import { Node } from "./node.ts";
import type { Programs } from "./programs.ts";

const password = (): string => randomBytes(12).toString("hex");

const onOneServer = `
echo "host all all $NETWORK scram-sha-256" >> "$PGDATA/pg_hba.conf"
echo "*:*:*:postgres:$POSTGRES_PASSWORD" > ~/.pgpass
chmod 600 ~/.pgpass
pg_ctl restart -w -l server.log
createdb accord
psql -d accord -c 'CREATE EXTENSION earthdistance CASCADE'
psql -d accord -c "CREATE ROLE accord_owner LOGIN CREATEROLE PASSWORD '$OWNER_PASSWORD'" -c 'ALTER DATABASE accord OWNER TO accord_owner'
`;

export class Cluster {
  /** Of all that a run writes. */
  readonly folder: string;
  /** The coordinator first. */
  readonly nodes: Node[] = [];
  /** Standbys, and what was a node once. */
  readonly #others: Node[] = [];
  readonly #programs: Programs;
  readonly #superuser = password();
  /** Of the roles in docs/handbook/database-roles.md. */
  readonly #passwords = { OWNER_PASSWORD: password(), SERVER_PASSWORD: password(), WORKER_PASSWORD: password() };
  readonly #masterKey = randomBytes(32).toString("hex");

  constructor(programs: Programs) {
    this.#programs = programs;
    this.folder = temporaryFolder();
    chmodSync(this.folder, 0o755);
  }

  /** From empty folders to a database that `accord migrate` can be run on. */
  async start(workers: number): Promise<void> {
    const names = ["coordinator", ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)];
    this.nodes.push(...(await Promise.all(names.map((name) => this.prepare(name)))));
    await this.on(this.coordinator, commandsOf("Join the nodes", "coordinator"));
  }

  /** One PostgreSQL without Citus, with an empty database. */
  static async alone(programs: Programs): Promise<Cluster> {
    const cluster = new Cluster(programs);
    const node = await Node.initialise({
      name: "alone",
      folder: cluster.folder,
      programs,
      password: cluster.#superuser,
    });
    cluster.nodes.push(node);
    node.configure({ max_connections: "300" });
    await cluster.on(node, onOneServer);
    return cluster;
  }

  /** A node that has its database and is not one of the cluster's yet. */
  async prepare(name: string): Promise<Node> {
    const node = await Node.initialise({
      name,
      folder: this.folder,
      programs: this.#programs,
      password: this.#superuser,
    });
    await this.on(node, commandsOf("Prepare each node", "machine"));
    await this.on(node, commandsOf("Prepare each node", "each node"));
    return node;
  }

  /** A standby that follows a node. */
  async standbyOf(primary: Node): Promise<Node> {
    const node = await Node.empty({
      name: `${primary.name}-standby`,
      folder: this.folder,
      programs: this.#programs,
      password: this.#superuser,
    });
    await this.on(node, commandsOf("Prepare each node", "machine"));
    await this.on(node, commandsOf("A standby for each node", "standby"), { PRIMARY: primary.address });
    // Where a test begins it again.
    node.configure({});
    this.#others.push(node);
    return node;
  }

  /** From then on `node` is what `gone` was. */
  replace(gone: Node, node: Node): void {
    this.nodes.splice(this.nodes.indexOf(gone), 1, node);
    this.#others.push(gone);
  }

  get coordinator(): Node {
    const [coordinator] = this.nodes;
    if (coordinator === undefined) throw new Error("The cluster has not been started");
    return coordinator;
  }

  get workers(): readonly Node[] {
    return this.nodes.slice(1);
  }

  /** Lines of the guide on one node; what they print. */
  async on(node: Node, commands: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    return await node.run(commands, {
      ...this.#passwords,
      NETWORK: "127.0.0.1/32",
      COORDINATOR: this.nodes[0]?.address ?? "",
      WORKERS: this.workers.map(({ address }) => address).join(" "),
      ...env,
    });
  }

  /** What Accord's processes are told. */
  get settings(): Readonly<Record<string, string>> {
    const { OWNER_PASSWORD, SERVER_PASSWORD, WORKER_PASSWORD } = this.#passwords;
    const url = (name: string, secret: string) => `postgres://${name}:${secret}@${this.coordinator.address}/accord`;
    return {
      ACCORD_DATABASE_URL: url("accord_server", SERVER_PASSWORD),
      ACCORD_WORK_DATABASE_URL: url("accord_worker", WORKER_PASSWORD),
      ACCORD_MIGRATE_DATABASE_URL: url("accord_owner", OWNER_PASSWORD),
      ACCORD_MASTER_KEY: this.#masterKey,
      ACCORD_DATA_DIR: `${this.folder}/.accord`,
      ACCORD_METRICS_PORT: "off",
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
    };
  }

  /** Lines of the guide where Accord's commands are run; what they print. Throws with it when one fails. */
  async accord(commands: string): Promise<string> {
    const shell = spawn("bash", ["-euo", "pipefail", "-c", commands], {
      cwd: project,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        ...this.settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    const [code] = await once(shell, "close");
    if (code !== 0) throw new Error(`Ended with ${code}:\n${commands}\n${printed}\n${this.coordinator.lastWords()}`);
    return printed;
  }

  remove(): void {
    for (const node of [...this.nodes, ...this.#others]) node.remove();
  }
}
