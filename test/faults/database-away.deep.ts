import { expect } from "chai";
import type { TestDatabase } from "#test/support/database.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { until } from "#test/support/until.ts";
import { kinds, Senders } from "./support/senders.ts";
import { type ServerProcess, Site } from "./support/site.ts";
import { expectStoredOnce } from "./support/stored.ts";

describe("a server whose database goes away under load", () => {
  const postgres = new MortalPostgres();
  let database: TestDatabase;
  let site: Site;
  let server: ServerProcess;

  before(async () => {
    database = await postgres.open({ poolSize: 4 });
    site = new Site(database, {
      ACCORD_QUOTA_EVENTS: "1000000",
      ACCORD_QUOTA_OTLP_REQUESTS: "1000000",
      ACCORD_QUOTA_WEB_VITALS: "1000000",
    });
    server = await site.start();
  });

  after(async () => {
    await site.close();
    await postgres.stop();
  });

  /** Loads the server while `harm` is done to its database, and compares what was answered with what is stored. */
  async function survives(harm: (load: Load) => Promise<void>): Promise<void> {
    const { headers, project } = await site.tenant();
    const url = () => server.url;
    const senders = Object.values(kinds).map((kind) => ({ kind, sender: new Senders({ kind, url, headers }) }));
    const progress = () => Promise.all(senders.map(({ sender }) => sender.progress(100)));
    await progress();
    await harm({ progress, refusals: () => senders.reduce((sum, { sender }) => sum + sender.refusals.length, 0) });
    // It recovers by itself.
    await progress();
    await Promise.all(senders.map(({ sender }) => sender.finish()));
    for (const { kind, sender } of senders) {
      expect(sender.unanswered, "requests without an answer").to.equal(0);
      for (const { status, retryAfter, body } of sender.refusals) {
        expect([status, Number(retryAfter) > 0], body).to.deep.equal([503, true]);
        const refusal = JSON.parse(body);
        // OTLP: google.rpc.Code UNAVAILABLE.
        if (kind === kinds.events || kind === kinds.vitals) expect(refusal.code).to.equal("OVERLOADED");
        else expect(refusal.code).to.equal(14);
      }
      await expectStoredOnce(site.database, kind, project.id, sender.acknowledged);
    }
  }

  it("loses nothing when its sessions are ended, again and again", async () => {
    await survives(async ({ progress }) => {
      for (let times = 0; times < 5; times++) {
        await database.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
             AND application_name = 'accord'`,
        );
        await progress();
      }
    });
  });

  it("loses nothing when a session is killed, which restarts all of PostgreSQL", async () => {
    await survives(async () => {
      const before = await sessions(database);
      process.kill(before[0] ?? 0, "SIGKILL");
      await until(async () => (await sessions(database).catch(() => before)).every((pid) => !before.includes(pid)));
    });
  });

  it("answers 503 with Retry-After while PostgreSQL is dead, and works again when it is back", async () => {
    await survives(async ({ refusals }) => {
      await postgres.kill();
      await until(() => refusals() > 0);
      expect(await readiness(server), "readiness").to.equal(503);
      await postgres.start();
      await until(async () => (await readiness(server)) === 200);
    });
  });
});

interface Load {
  /** Waits until the load has gone on for a while. */
  readonly progress: () => Promise<unknown>;
  readonly refusals: () => number;
}

/** The process ids of the sessions with the database. */
async function sessions({ pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
}

async function readiness({ url }: ServerProcess): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}
