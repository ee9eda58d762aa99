/** Debian's PgBouncer (apt-get install --no-install-recommends pgbouncer), or the program in PGBOUNCER. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { temporaryFolder } from "./folder.ts";
import { freePort, throughPort } from "./ports.ts";
import { until } from "./until.ts";

const program = process.env.PGBOUNCER ?? "/usr/sbin/pgbouncer";

export interface PgBouncer {
  /** The same database and login, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** In front of the server of these logins. Throws an error that names what is missing. */
export async function startPgBouncer(mode: "session" | "transaction", logins: readonly string[]): Promise<PgBouncer> {
  if (!existsSync(program))
    throw new Error(`${program} is missing: apt-get install --no-install-recommends pgbouncer, or set PGBOUNCER`);
  const folder = temporaryFolder();
  const port = await freePort();
  const [first = ""] = logins;
  const { hostname, port: serverPort } = new URL(first);
  const users = logins.map((url) => {
    const { username, password } = new URL(url);
    return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`;
  });
  const [configuration, userList] = [join(folder, "pgbouncer.ini"), join(folder, "users.txt")];
  writeFileSync(userList, `${users.join("\n")}\n`);
  writeFileSync(
    configuration,
    [
      "[databases]",
      `* = host=${hostname} port=${serverPort}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = plain",
      `auth_file = ${userList}`,
      `pool_mode = ${mode}`,
      "default_pool_size = 100",
      "max_client_conn = 300",
    ].join("\n"),
  );
  for (const file of [configuration, userList]) chmodSync(file, 0o644);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, ["-q", ...user, configuration], { stdio: "ignore" });
  const ended = once(child, "exit");
  const through = (url: string) => throughPort(url, port);
  await until(() => answers(through(first)));
  return {
    through,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  return await client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
