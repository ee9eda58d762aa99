import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { observabilityJobs } from "#src/apis/observability/jobs.ts";
import { isoDay } from "#src/apis/observability/store/partitions.ts";
import { consumeNonce } from "#src/identity/mobile-token.ts";
import { testDatabase } from "#test/support/database.ts";
import { runJob } from "#test/support/run-job.ts";

const day = 86_400_000;

describe("the observability API's jobs", () => {
  const database = testDatabase();

  /** One round of everything that runs by the clock. */
  async function runAll(): Promise<void> {
    for (const job of observabilityJobs({ events: 10, logs: 3, spans: 2, web_vitals: 5 })) {
      expect(job.cron, job.name).to.be.a("string");
      await runJob(job, { database });
    }
  }

  const partitions = async (kind: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relname ~ $1 AND relkind = 'r' ORDER BY relname",
      [`^${kind}_p\\d{8}$`],
    );
    return rows.map(({ name }) => name);
  };

  it("make partitions for the coming days, and drop those whose retention is over", async () => {
    const nameOf = (ago: number) => `symbolications_p${isoDay(Date.now() - ago * day).replaceAll("-", "")}`;
    const from = isoDay(Date.now() - 14 * day);
    const until = isoDay(Date.now() - 13 * day);
    await database.owner.query(
      `CREATE TABLE ${nameOf(14)} PARTITION OF symbolications FOR VALUES FROM ('${from} 00:00+00') TO ('${until} 00:00+00')`,
    );
    await runAll();
    expect(await partitions("symbolications"))
      .to.include.members([nameOf(0), nameOf(-1), nameOf(-3)])
      .and.not.include(nameOf(14));
  });

  it("forget the nonces of expired mobile tokens, and keep the others", async () => {
    const nonce = (expiresAt: Date) =>
      consumeNonce(
        database.pool,
        { projectId: randomUUID(), environment: "test", nonce: randomBytes(8).toString("hex"), expiresAt },
        randomBytes(32),
      );
    await nonce(new Date(Date.now() - 3_600_000));
    await nonce(new Date(Date.now() + 60_000));
    await runAll();
    const { rows } = await database.pool.query("SELECT expires_at FROM mobile_nonces");
    expect(rows).to.have.length(1);
  });
});
