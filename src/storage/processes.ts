// SQL: PostgreSQL's own view of its sessions.
/** Lists the processes of the installation by their connections to PostgreSQL. */
import { hostname } from "node:os";
import type { Pool } from "pg";

export interface ConnectedProcess {
  /** `start`, `serve`, `work` or a command. */
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly connections: number;
}

const mostListed = 1_000;
const form = /^accord ([a-z]{1,20}) (.{1,40}):(\d{1,10})(?: [a-z]+)?$/;

/** The application_name of this process. PostgreSQL keeps 63 bytes of it. */
export function processName(role: string): string {
  const host = hostname().replace(/[^\x21-\x7e]/g, "?");
  return `accord ${role.slice(0, 10)} ${host.slice(0, 24)}:${process.pid}`;
}

/** The connected processes. Every role may see the application_name of sessions, but not what they do. */
export async function connectedProcesses(pool: Pool): Promise<ConnectedProcess[]> {
  const { rows } = await pool.query<{ name: string; connections: number }>(
    `SELECT application_name AS name, count(*)::integer AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'accord %' GROUP BY 1 ORDER BY 1 LIMIT ${mostListed}`,
  );
  const found = new Map<string, ConnectedProcess>();
  for (const { name, connections } of rows) {
    const [, role, host, pid] = form.exec(name) ?? [];
    if (role === undefined || host === undefined) continue;
    const key = `${role} ${host}:${pid}`;
    found.set(key, { role, host, pid: Number(pid), connections: connections + (found.get(key)?.connections ?? 0) });
  }
  return [...found.values()];
}
