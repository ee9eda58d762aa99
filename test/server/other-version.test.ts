import { expect } from "chai";
import { loadConfig } from "#src/config.ts";
import { type Infrastructure, openInfrastructure } from "#src/server/infrastructure.ts";
import { explainOtherVersion } from "#src/server/other-version.ts";
import { UnknownMigrations } from "#src/storage/database.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";

const unknown = "CreateMoons2890000300000";

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await failureOf(work);
  expect(error).to.be.instanceOf(StartupError);
  return error.message;
}

describe("a database that another version of Accord has migrated", () => {
  const database = testDatabase({ as: "owner" });
  const folder = temporaryFolder();
  let infrastructure: Infrastructure;
  before(async () => {
    const config = loadConfig({
      ACCORD_DATABASE_URL: database.ownerUrl,
      ACCORD_MASTER_KEY: "0f".repeat(32),
      ACCORD_DATA_DIR: folder,
      ACCORD_S3_BUCKET: "none",
    });
    infrastructure = await openInfrastructure(config, silent, { role: "command", poolSize: 2 });
  });
  after(() => infrastructure.close());

  it("is refused, whether it is to be migrated or used as it is, until it is as this version has it", async () => {
    await infrastructure.requireMigrated();
    await infrastructure.migrate();
    await database.owner.query("INSERT INTO migrations (timestamp, name) VALUES (2890000300000, $1)", [unknown]);
    for (const work of [infrastructure.migrate, infrastructure.requireMigrated])
      expect(await refusalOf(work())).to.equal(
        `The database has the migration ${unknown}, which this Accord does not know. Use the version that has migrated it, or give this one an empty database.`,
      );
    await database.owner.query("DELETE FROM migrations WHERE name = $1", [unknown]);
    await infrastructure.requireMigrated();
  });

  it("is refused in a data folder with what to do about the folder; other errors stay as they are", async () => {
    const embedded = { databaseUrl: undefined, dataDir: "/var/lib/accord" };
    const message = await refusalOf(
      explainOtherVersion(embedded, async () => {
        throw new UnknownMigrations(unknown);
      }),
    );
    expect(message).to.include("or move /var/lib/accord away to begin anew, or restore a backup of this version into");
    const other = new Error("other");
    expect(await failureOf(explainOtherVersion(embedded, () => Promise.reject(other)))).to.equal(other);
  });
});
