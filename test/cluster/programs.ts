/** The PostgreSQL with Citus that a run is given, and as whom it runs. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What PostgreSQL's processes run as: `postgres` where we are root, as which it refuses to run. */
export type User = { readonly uid: number; readonly gid: number } | Record<string, never>;

export interface Programs {
  /** The folder of initdb, pg_ctl, psql and pg_basebackup. */
  readonly bin: string;
  readonly user: User;
  /** As the programs say it, `PostgreSQL 18.6` for instance. */
  readonly version: string;
}

const needed = ["initdb", "pg_ctl", "postgres", "psql", "createdb", "pg_basebackup"];

/** Looks before anything starts. Throws an Error that says in one line what is missing. */
export function programsIn(folder: string): Programs {
  const bin = join(folder, "bin");
  const missing = needed.filter((name) => !existsSync(join(bin, name)));
  if (missing.length > 0)
    throw new Error(`${bin} lacks ${missing.join(", ")}: give the folder of a PostgreSQL with Citus.`);
  const user = userOfPostgres();
  const ask = (program: string, ...args: string[]): string => {
    const asked = spawnSync(join(bin, program), args, { ...user, cwd: "/", encoding: "utf8" });
    if (asked.status !== 0)
      throw new Error(`${join(bin, program)} cannot be run: ${asked.stderr || asked.error?.message}`);
    return asked.stdout.trim();
  };
  const version = ask("postgres", "--version").replace("postgres (PostgreSQL)", "PostgreSQL");
  const share = ask("pg_config", "--sharedir");
  for (const extension of ["citus", "earthdistance"])
    if (!existsSync(join(share, "extension", `${extension}.control`)))
      throw new Error(`${folder} has no extension ${extension}: ${share}/extension/${extension}.control is missing.`);
  return { bin, user, version };
}

function userOfPostgres(): User {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, "postgres"], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres": run this as another user.');
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
