/**
 * The guide's commands for a database of one's own, as they stand there, on a PostgreSQL with its own tools: from Debian's
 * folder of the newest version, or from ACCORD_TEST_POSTGRES_BIN, a folder with the server and the tools of one version.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { freePort } from "#test/support/ports.ts";
import { accord, project } from "./support/accord.ts";

const debian = "/usr/lib/postgresql";
const oldest = 16;

function toolsFolder(): string | undefined {
  if (process.env.ACCORD_TEST_POSTGRES_BIN) return process.env.ACCORD_TEST_POSTGRES_BIN;
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = Math.max(...versions, 0);
  return newest < oldest ? undefined : join(debian, String(newest), "bin");
}

/** The lines of the section that begin with one of these programs, continuation lines included. */
function commandsOf(...programs: string[]): string {
  const page = readFileSync(join(project, "docs/handbook/running-in-production.md"), "utf8");
  const section = page.slice(page.indexOf("### A database of your own"), page.indexOf("## Retention"));
  const commands = [...section.matchAll(/^(\w+) (?:.*\\\n)*.*$/gm)].filter(([, name = ""]) => programs.includes(name));
  expect(commands.map(([, name]) => name)).to.have.members(programs);
  return commands.map(([command]) => command).join("\n");
}

describe("a backup of a database of one's own, by the guide", () => {
  const folder = temporaryFolder();
  const bin = toolsFolder();
  const asPostgres = () => {
    if (process.getuid?.() !== 0) return {};
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })));
    return uid === undefined || gid === undefined ? {} : { uid, gid };
  };
  const control = (...args: string[]) =>
    execFileSync(join(bin ?? "", "pg_ctl"), ["-D", join(folder, "server", "data"), "-w", ...args], {
      ...asPostgres(),
      cwd: "/",
      stdio: "ignore",
    });
  let port: number;

  before(async () => {
    if (bin === undefined)
      throw new Error("PostgreSQL 16 or later with pg_dump is missing: set ACCORD_TEST_POSTGRES_BIN to its bin folder");
    const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = asPostgres();
    mkdirSync(join(folder, "server"));
    writeFileSync(join(folder, "server", "password"), "secret\n");
    for (const path of [join(folder, "server"), join(folder, "server", "password")]) chownSync(path, uid, gid);
    const flags = ["-D", join(folder, "server", "data"), "-U", "postgres", "-A", "scram-sha-256"];
    const password = `--pwfile=${join(folder, "server", "password")}`;
    execFileSync(join(bin, "initdb"), [...flags, password], { ...asPostgres(), cwd: "/", stdio: "ignore" });
    port = await freePort();
    control("-o", `-p ${port} -k ''`, "-l", join(folder, "server", "log"), "start");
  });
  after(() => {
    if (bin !== undefined && existsSync(join(folder, "server", "data", "postmaster.pid")))
      control("-m", "fast", "stop");
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (login: string, database: string) => `postgres://${login}@127.0.0.1:${port}/${database}`;
  const settings = (database: string) => ({
    ACCORD_DATA_DIR: join(folder, "data"),
    ACCORD_MASTER_KEY: "0a".repeat(32),
    ACCORD_S3_BUCKET: "files",
    ACCORD_S3_ENDPOINT: "http://127.0.0.1:1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
    ACCORD_DATABASE_URL: at("accord_server:one", database),
    ACCORD_WORK_DATABASE_URL: at("accord_worker:two", database),
    ACCORD_MIGRATE_DATABASE_URL: at("accord:three", database),
  });

  function run(script: string, database: string): void {
    const { status, stderr } = spawnSync("/bin/sh", ["-ec", script], {
      cwd: folder,
      env: {
        ...settings(database),
        PATH: `${bin}:${process.env.PATH}`,
        SUPERUSER_URL: at("postgres:secret", database),
      },
      encoding: "utf8",
    });
    expect(status, stderr).to.equal(0);
  }
  const sql = (statement: string, database = "postgres") =>
    execFileSync(join(bin ?? "", "psql"), ["-qAt", at("postgres:secret", database), "-c", statement], {
      encoding: "utf8",
    }).trim();
  const shapeOf = (database: string) =>
    sql(
      `SELECT (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'i')), (SELECT count(*) FROM pg_policies),
         (SELECT count(*) FROM information_schema.role_table_grants WHERE grantee LIKE 'accord_%')`,
      database,
    );

  it("comes back on an empty database, with tables, policies, rights and tenants", async () => {
    chmodSync(folder, 0o755);
    sql("CREATE ROLE accord LOGIN CREATEROLE PASSWORD 'three'");
    for (const database of ["original", "restored"]) sql(`CREATE DATABASE ${database} OWNER accord`);
    sql("CREATE EXTENSION earthdistance CASCADE", "original");
    const env = settings("original");
    expect(await accord(["migrate"], { env })).to.include({ code: 0 });
    expect(await accord(["business", "create", "Acme", "--slug", "acme"], { env })).to.include({ code: 0 });
    const refused = await accord(["backup", "file"], { env });
    expect(refused.errors).to.include("names a database of your own (PostgreSQL ").and.to.include("pg_dump");
    expect(refused.code).to.equal(1);
    run(commandsOf("pg_dump"), "original");

    for (const role of ["accord_server", "accord_worker", "accord_serve", "accord_work"]) {
      sql(`DROP OWNED BY ${role}`, "original");
      sql(`DROP ROLE ${role}`);
    }
    run(commandsOf("psql", "pg_restore"), "restored");
    const restored = settings("restored");
    expect(await accord(["migrate"], { env: restored })).to.include({ code: 0 });
    expect((await accord(["business", "show", "acme"], { env: restored })).output).to.include("Acme");
    expect(shapeOf("restored")).to.match(/^\d{3}\|4\|\d{3}$/);
  });
});
