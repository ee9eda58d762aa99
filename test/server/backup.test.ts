import { join } from "node:path";
import { Readable } from "node:stream";
import { generateIdentity } from "age-encryption";
import { expect } from "chai";
import { pack } from "tar-stream";
import { loadConfig } from "#src/config.ts";
import { migrations } from "#src/schema.ts";
import { requireEmbedded, restore } from "#src/server/backup.ts";
import { type BackupDescription, packArchive } from "#src/storage/backup/archive.ts";
import type { BackupKey } from "#src/storage/backup/backup-key.ts";
import { encryptionWith } from "#src/storage/backup/encryption.ts";
import { keyIdOf } from "#src/storage/master-key.ts";
import { aDescription } from "#test/storage/backup/description.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";

const [one, other] = ["0a".repeat(32), "0b".repeat(32)];
const idOf = (hex: string) => keyIdOf(Buffer.from(hex, "hex"));

describe("restoring a backup", () => {
  const folder = temporaryFolder();
  let key: BackupKey;
  before(async () => {
    key = { kind: "identities", identities: [await generateIdentity()] };
  });

  /** What is said of a backup of this description, under these settings; "taken" when nothing is. */
  async function verdict(given: Partial<BackupDescription>, env: NodeJS.ProcessEnv = {}): Promise<string> {
    const database = () => {
      const archive = pack();
      archive.finalize();
      return Readable.from(archive);
    };
    const parts = { description: aDescription(given), database, files: new Map(), objectFolders: [] };
    const encrypted = Readable.from(encryptionWith(key)(packArchive(parts).bytes));
    const config = loadConfig({ ...env, ACCORD_DATA_DIR: join(folder, "data") });
    return await restore(config, silent as never, encrypted, { key, replace: false, checkOnly: true }).then(
      () => "taken",
      (error: Error) => error.message,
    );
  }

  it("is refused for another PostgreSQL or another kind of machine, with what to do", async () => {
    expect(await verdict({})).to.equal("taken");
    expect(await verdict({ postgres: "18.99" })).to.equal("taken");
    expect(await verdict({ postgres: "17.6", accord: "0.0.9" })).to.match(
      /^The backup is of PostgreSQL 17\.6, and PostgreSQL 18\.\d+ is here\. Restore it with the Accord that made it \(0\.0\.9\)/,
    );
    expect(await verdict({ architecture: "pdp11" })).to.include(`architecture pdp11; this one is ${process.arch}`);
  });

  it("is refused for another Accord's database, and for another format", async () => {
    const later = [...migrations.map(({ name }) => name), "CreateMoons2890000300000"];
    expect(await verdict({ migrations: later })).to.include("does not know the migration CreateMoons2890000300000");
    expect(await verdict({ migrations: later.slice(0, -1) })).to.equal("taken");
    expect(await verdict({ format: 2 as never })).to.include("format 2");
  });

  it("needs the master key that the backup was made with", async () => {
    const own = { masterKeys: [idOf(one)], ownMasterKey: true };
    expect(await verdict(own, { ACCORD_MASTER_KEY: one })).to.equal("taken");
    expect(await verdict(own, { ACCORD_MASTER_KEY: other })).to.include(
      `is not the one that the backup was made with (${idOf(one)})`,
    );
    expect(await verdict(own)).to.include(`which is not in it (${idOf(one)}): set the same`);
    const inFile = { masterKeys: [idOf(one)], ownMasterKey: false };
    expect(await verdict(inFile)).to.equal("taken");
    expect(await verdict(inFile, { ACCORD_MASTER_KEY: one })).to.equal("taken");
    expect(await verdict(inFile, { ACCORD_MASTER_KEY: other })).to.include("is not the one");
    const exchanged = { masterKeys: [idOf(one), idOf(other)], ownMasterKey: true };
    expect(await verdict(exchanged, { ACCORD_MASTER_KEY: one })).to.include(idOf(other));
    expect(await verdict(exchanged, { ACCORD_MASTER_KEY: other, ACCORD_MASTER_KEY_PREVIOUS: one })).to.equal("taken");
  });

  it("needs a bucket exactly where the files are in one", async () => {
    expect(await verdict({ objects: false })).to.include("set ACCORD_S3_BUCKET");
    expect(await verdict({ objects: false }, { ACCORD_S3_BUCKET: "accord" })).to.equal("taken");
    expect(await verdict({ objects: true }, { ACCORD_S3_BUCKET: "accord" })).to.include("restore without it");
  });

  it("is not for a database of one's own, whose own tools are named", async () => {
    const url = "postgres://accord:hunter2@127.0.0.1:1/accord";
    const env = { ACCORD_DATABASE_URL: url, ACCORD_MASTER_KEY: one, ACCORD_S3_BUCKET: "files" };
    const said = await requireEmbedded(loadConfig(env)).catch((error: Error) => error.message);
    expect(said)
      .to.include("it does not answer")
      .and.to.include('pg_dump --format=custom --file=accord.dump "$ACCORD_DATABASE_URL"');
    expect(said).to.include("aws s3 sync s3://files").and.not.to.include("hunter2");
  });
});
