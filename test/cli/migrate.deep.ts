import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { migrateJobs } from "#src/jobs/runner.ts";
import { entities, migrations } from "#src/schema.ts";
import { type MigrationClass, openDatabase, runMigrations } from "#src/storage/database.ts";
import { startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent, testPostgres } from "#test/support/postgres.ts";
import { Accord, accord } from "./support/accord.ts";

/** Migrations are named for their time, in milliseconds. */
function timeOf(migration: MigrationClass): number {
  return Number(migration.name.slice(-13));
}

/** A database without any schema. */
async function emptyDatabase(): Promise<{ url: string; query: pg.Client["query"]; drop(): Promise<void> }> {
  const url = new URL((await testPostgres()).ownerUrl);
  url.pathname = "/postgres";
  const maintenance = new pg.Client({ connectionString: url.href });
  await maintenance.connect();
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await maintenance.query(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    query: client.query.bind(client) as pg.Client["query"],
    async drop() {
      await client.end();
      await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await maintenance.end();
    },
  };
}

describe("accord migrate", () => {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const masterKey = "0f".repeat(32);
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  const environment = (folder: string) => ({
    ACCORD_DATABASE_URL: database.url,
    ACCORD_MASTER_KEY: masterKey,
    ACCORD_DATA_DIR: folder,
  });

  it("may run on several machines at once: each migration runs once", async () => {
    const runs = await Promise.all(folders.map((folder) => accord(["migrate"], { env: environment(folder) })));
    for (const { code, output } of runs) {
      expect(code, output).to.equal(0);
      expect(output).to.include("The schema is up to date.");
    }
    const { rows } = await database.query("SELECT name FROM migrations");
    expect(rows).to.have.length(migrations.length);
  });

  it("may run on several machines at once on a database of an older release", async () => {
    const inOrder = migrations.toSorted((a, b) => timeOf(a) - timeOf(b));
    const old = await openDatabase(database.url, { entities, migrations: inOrder.slice(0, -4), poolSize: 2 });
    await runMigrations(old);
    await migrateJobs(old, silent);
    await old.close();
    const runs = await Promise.all(folders.map((folder) => accord(["migrate"], { env: environment(folder) })));
    for (const { code, output } of runs) expect(code, output).to.equal(0);
    const { rows } = await database.query("SELECT name FROM migrations");
    expect(rows).to.have.length(migrations.length);
  });

  it("may run twice on one machine: the second waits for its turn", async () => {
    const env = environment(folders[0]);
    const runs = await Promise.all([accord(["migrate"], { env }), accord(["migrate"], { env })]);
    for (const { code, output } of runs) expect(code, output).to.equal(0);
  });

  it("gives logins of their own to those who serve and who work, and none is a superuser", async () => {
    const id = randomBytes(6).toString("hex");
    const [owner, server, worker] = [`owner_${id}`, `server_${id}`, `worker_${id}`];
    const as = (name: string) => Object.assign(new URL(database.url), { username: name, password: "pass word" }).href;
    const name = new URL(database.url).pathname.slice(1);
    await database.query(
      `CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'pass word'; ALTER DATABASE ${name} OWNER TO ${owner};
       CREATE EXTENSION earthdistance CASCADE`,
    );
    const env = {
      ...environment(folders[0]),
      ACCORD_DATABASE_URL: as(server),
      ACCORD_WORK_DATABASE_URL: as(worker),
      ACCORD_MIGRATE_DATABASE_URL: as(owner),
    };
    try {
      // The groups are there already, another role's: this one may make the logins, and not put them in.
      const migrated = await accord(["migrate"], { env });
      expect(migrated.code, migrated.output).to.equal(0);
      const refused = migrated.output.match(/GRANT accord_(serve|work) TO \w+/g) ?? [];
      expect(refused.sort()).to.deep.equal([`GRANT accord_serve TO ${server}`, `GRANT accord_work TO ${worker}`]);
      await database.query(refused.join("; "));
      const again = await accord(["migrate"], { env });
      expect(again.output).not.to.include("GRANT");

      const serving = new Accord(["serve", "--api", "wallet", "--api", "observability"], { env });
      const url = await serving.listening();
      expect((await fetch(`${url}/readyz`)).status).to.equal(200);
      await serving.stop();
      expect(serving.output).not.to.include("never to change");

      const owning = new Accord(["serve", "--api", "wallet"], { env: { ...env, ACCORD_DATABASE_URL: as(owner) } });
      await owning.listening();
      await owning.stop();
      expect(owning.output).to.include("never to change");
    } finally {
      await database.query(`ALTER DATABASE ${name} OWNER TO postgres`);
      const { rows } = await database.query<{ rolname: string }>(
        "SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)",
        [[owner, server, worker]],
      );
      for (const { rolname } of rows) await database.query(`DROP OWNED BY ${rolname} CASCADE; DROP ROLE ${rolname}`);
    }
  });

  it("has to come before a server on a database of one's own", async () => {
    const env = environment(folders[1]);
    const early = await accord(["serve"], { env });
    expect(early.code).to.equal(1);
    expect(early.errors).to.match(/^The database is behind by \d+ of \d+ migrations\. Run "accord migrate" first\.\n$/);
  });

  it("is refused where another version has migrated, as are servers and workers: each says what to do", async () => {
    const env = environment(folders[0]);
    await accord(["migrate"], { env });
    await database.query("INSERT INTO migrations (timestamp, name) VALUES (2890000300000, 'CreateMoons2890000300000')");
    for (const command of [["migrate"], ["serve"], ["work"], ["start", "--port", "0"], ["distribute"]]) {
      const { code, errors } = await accord(command, { env });
      expect(code, command[0]).to.equal(1);
      expect(errors, command[0]).to.equal(
        "The database has the migration CreateMoons2890000300000, which this Accord does not know. " +
          "Use the version that has migrated it, or give this one an empty database.\n",
      );
    }
  });

  it("is refused in a data folder that another version has migrated, as is start", async () => {
    const folder = temporaryFolder();
    try {
      const env = { ACCORD_DATA_DIR: folder, ACCORD_METRICS_PORT: "off" };
      await accord(["migrate"], { env });
      const postgres = await startEmbeddedPostgres({ directory: join(folder, "postgres"), log: silent });
      const owner = new pg.Client({ connectionString: postgres.ownerUrl });
      await owner.connect();
      await owner.query("INSERT INTO migrations (timestamp, name) VALUES (2890000300000, 'CreateMoons2890000300000')");
      await owner.end();
      await postgres.stop();
      for (const command of [["start", "--port", "0"], ["migrate"]]) {
        const { code, errors } = await accord(command, { env });
        expect(code, command[0]).to.equal(1);
        expect(errors, command[0]).to.equal(
          "The database has the migration CreateMoons2890000300000, which this Accord does not know. Use the version that has migrated it, " +
            `or move ${folder} away to begin anew, or restore a backup of this version into another ACCORD_DATA_DIR.\n`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is followed by distribute, which says what it needs: the schema, and Citus", async () => {
    const env = environment(folders[0]);
    const before = await accord(["distribute", "--check"], { env });
    expect(before.code).to.equal(1);
    expect(before.errors).to.match(/behind by \d+ of \d+ migrations\. Run "accord migrate" first/);
    await accord(["migrate"], { env });
    const after = await accord(["distribute"], { env });
    expect(after.code).to.equal(1);
    expect(after.errors).to.match(/This database has no Citus/);
  });
});
