import { expect } from "chai";
import { distribution } from "#src/storage/distribution.ts";
import { testDatabase } from "#test/support/database.ts";
import { installFakeCitus } from "#test/support/fake-citus.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { accord } from "./support/accord.ts";

const apart = Object.values(distribution).filter(({ kind }) => kind !== "local").length;

describe("accord distribute", () => {
  const folder = temporaryFolder();
  const database = testDatabase({ as: "owner" });
  before(async () => {
    await installFakeCitus(database);
  });

  const distribute = (...options: string[]) =>
    accord(["distribute", ...options], {
      env: { ACCORD_DATABASE_URL: database.ownerUrl, ACCORD_MASTER_KEY: "0f".repeat(32), ACCORD_DATA_DIR: folder },
    });
  const placed = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*)::int FROM pg_dist_partition WHERE logicalrelid NOT IN (SELECT inhrelid FROM pg_inherits)",
    );
    return rows[0]?.count;
  };

  it("says with --check what it would do, does it telling how far it is, and then has nothing to do", async () => {
    const plan = await distribute("--check");
    expect(plan.code, plan.output).to.equal(0);
    expect(plan.output)
      .to.match(/^businesses: to every node$/m)
      .and.match(/^event_blocks: by project_id, beside \w+$/m);
    expect(plan.errors).to.match(new RegExp(`^${apart} tables are to be moved\\.$`, "m"));
    expect(await placed()).to.equal(0);

    const done = await distribute();
    expect(done.code, done.output).to.equal(0);
    expect(done.errors).to.match(new RegExp(`^1 of ${apart}: \\w+, to every node(?:; 0 of \\d+ are moved)?$`, "m"));
    expect(done.errors).to.match(new RegExp(`^${apart} of ${apart}: \\w+, by \\w+`, "m"));
    expect(done.errors).to.match(new RegExp(`^${apart} tables were moved to their places\\.$`, "m"));
    expect(await placed()).to.equal(apart);

    const again = await distribute();
    expect(again.code, again.output).to.equal(0);
    expect(again.errors).to.equal("Every table was in its place.\n");
  });

  it("ends with one line and status 1 at a table that is in no class, and moves nothing", async () => {
    await database.pool.query("CREATE TABLE just_made (id uuid PRIMARY KEY)");
    const refused = await distribute();
    expect(refused.code).to.equal(1);
    expect(refused.errors).to.equal("In no class: just_made. Say in src/storage/distribution.ts where they lie.\n");
    expect(await placed()).to.equal(apart);
  });
});
