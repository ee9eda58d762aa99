import { expect } from "chai";
import { distribution } from "#src/storage/distribution.ts";
import { testDatabase } from "#test/support/database.ts";
import { installFakeCitus } from "#test/support/fake-citus.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { accord } from "./support/accord.ts";

const [big, small] = ["01900000-0000-7000-8000-00000000000b", "01900000-0000-7000-8000-00000000000a"];
const apart = Object.values(distribution).filter(({ kind }) => kind !== "local").length;

describe("accord cluster status", () => {
  const folder = temporaryFolder();
  const database = testDatabase({ as: "owner" });
  before(async () => {
    for (const [project, windows] of [
      [big, 900],
      [small, 100],
    ])
      await database.owner.query(
        `INSERT INTO quota_windows (project_id, environment, name, window_start, used)
         SELECT $1, 'test', 'window ' || number, now(), 1 FROM generate_series(1, $2::int) AS number`,
        [project, windows],
      );
    await database.owner.query("ANALYZE quota_windows");
  });

  const run = async (...parameters: string[]) => {
    const { code, output } = await accord(parameters, {
      env: { ACCORD_DATABASE_URL: database.ownerUrl, ACCORD_MASTER_KEY: "0f".repeat(32), ACCORD_DATA_DIR: folder },
    });
    expect(code, output).to.equal(0);
    return output;
  };

  it("says that one PostgreSQL is one, how large it is, and whose rows it has", async () => {
    const page = await run("cluster", "status");
    expect(page).to.match(
      /^One PostgreSQL without Citus: every table is on it, and its database has \d+\.\d MiB\.\n\n/,
    );
    const [, tenants = ""] = page.split("\n\n");
    expect(tenants.split("\n")[0]).to.match(/^largest tenants +about rows +about size$/);
    expect(tenants.split("\n")[1]).to.match(new RegExp(`^project ${big} +900 +0\\.\\d MiB$`));
    expect(tenants.split("\n")[2]).to.match(new RegExp(`^project ${small} +100 +0\\.\\d MiB$`));
  });

  it("lists the nodes of a cluster with what they hold, one that is away too, tenants by node, and what is out of place", async () => {
    await installFakeCitus(database);
    await database.owner.query(
      `INSERT INTO pg_dist_node (groupid, nodename, nodeport, shouldhaveshards, answers) VALUES
       (0, 'coordinator', 5432, false, true), (1, 'worker-1', 5432, true, true), (2, 'worker-2', 5432, true, false), (3, 'worker-3', 5432, false, true)`,
    );
    expect(await run("cluster", "status")).to.include(`\n${apart} tables are to be moved: run "accord distribute".\n`);
    await run("distribute");
    const page = await run("cluster", "status");
    // In the stand-in each table and each partition is one shard, and every node has all of them.
    const { rows } = await database.owner.query("SELECT count(*)::int AS shards FROM pg_dist_shard");
    const { shards } = rows[0] as { shards: number };
    expect(shards).to.be.at.least(apart);
    const size = "\\d+\\.\\d MiB";
    expect(page).to.match(/^node +role +shards +size\n/);
    expect(page).to.match(new RegExp(`^coordinator:5432 +coordinator +${shards} +${size}$`, "m"));
    expect(page).to.match(new RegExp(`^worker-1:5432 +worker +${shards} +${size}$`, "m"));
    expect(page).to.match(/^worker-2:5432 +worker +- +- +DOES NOT ANSWER$/m);
    expect(page).to.match(new RegExp(`^worker-3:5432 +worker +${shards} +${size} +takes no tenants$`, "m"));
    expect(page).to.match(new RegExp(`^project ${big} +worker-1:5432 +900 +${size}$`, "m"));
    expect(page.trimEnd().split("\n").at(-1)).to.equal("Every table is in its place.");
  });

  it("names a table that is in no class", async () => {
    await database.owner.query("CREATE TABLE just_made (id uuid PRIMARY KEY)");
    expect(await run("cluster", "status")).to.include("\nIn no class: just_made. ");
  });
});
