import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect } from "chai";
import pg from "pg";
import { openObjectStore } from "#src/storage/objects/object-store.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord, accord } from "./support/accord.ts";
import { BackupLoad } from "./support/backup-load.ts";

/** The files that the database refers to, by their keys in the object store. */
const references = "SELECT user_id || '/placeholder/files/' || id AS key, sha256 FROM placeholder_files";

/** What an installation tells those who join it. */
interface Running {
  readonly ownerUrl: string;
  readonly objects: Parameters<typeof openObjectStore>[0];
}

const runningIn = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8")) as Running;

/** The answer of the database of an installation that runs. */
async function ask<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: runningIn(dataDir).ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const auditedIn = async (dataDir: string) =>
  (await ask<{ action: string }>(dataDir, "SELECT action FROM audit_events")).map(({ action }) => action);

/** How many objects the database refers to; fails where one is missing or another than it should be. */
async function resolveReferences(dataDir: string): Promise<number> {
  const rows = await ask<{ key: string; sha256: string }>(dataDir, references);
  const store = openObjectStore(runningIn(dataDir).objects);
  try {
    for (const { key, sha256 } of rows) {
      const object = await store.get(key);
      const bytes = Buffer.concat((await object?.body.toArray()) ?? []);
      expect(object, key).not.to.equal(null);
      expect(createHash("sha256").update(bytes).digest("hex"), key).to.equal(sha256);
    }
    return rows.length;
  } finally {
    store.close();
  }
}

describe("accord backup and accord restore", () => {
  const folder = temporaryFolder();
  const env = { ACCORD_DATA_DIR: join(folder, "data") };
  const elsewhere = { ACCORD_DATA_DIR: join(folder, "elsewhere") };
  const file = join(folder, "accord.backup");
  const keyFile = join(folder, "key");
  let recipient: string;
  let server: Accord;
  let load: BackupLoad;
  before(async () => {
    const identity = await generateIdentity();
    recipient = await identityToRecipient(identity);
    writeFileSync(keyFile, `# made for a test\n${identity}\n`);
    const plenty = { ACCORD_QUOTA_REGISTRATIONS: "1000000", ACCORD_QUOTA_EVENTS: "1000000" };
    server = new Accord(["start"], { env: { ...env, ...plenty } });
    await server.listening();
    load = new BackupLoad(env.ACCORD_DATA_DIR);
    await load.begin();
  });
  after(async () => {
    await load?.end();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("leave no backup where they are killed half-way, and hold no deletion any more", async () => {
    const killed = new Accord(["backup", file, "--max-rate", "1"], { env: { ...env, ACCORD_BACKUP_KEY: recipient } });
    const unfinished = `${file}.unfinished`;
    await until(() => existsSync(unfinished) && statSync(unfinished).size > 0);
    const other = await accord(["backup", join(folder, "other"), "--key-file", keyFile], { env });
    expect(other.errors).to.equal(`Another backup is being made (process ${killed.process.pid}): wait for its end.\n`);
    expect(other.code).to.equal(1);
    await killed.stop("SIGKILL");
    expect(existsSync(file)).to.equal(false);
    expect(await load.removeAnAccount()).to.equal(200);
  });

  it("copy everything that was answered before, at one moment, while others write and delete", async () => {
    await until(() => load.acknowledged.files.length >= 5 && load.removedAccounts >= 1);
    const before = structuredClone(load.acknowledged);
    const made = await accord(["backup", file], { env: { ...env, ACCORD_BACKUP_KEY: recipient } });
    expect(made.errors).to.match(/Backed up a database of \d+\.\d MiB and \d+ files of .* has \d+\.\d MiB\.\n$/);
    expect(made.code).to.equal(0);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(load.faults).to.deep.equal([]);
    expect(load.acknowledged.events.length).to.be.greaterThan(before.events.length);
    expect(await auditedIn(env.ACCORD_DATA_DIR)).to.include("backup.made");

    // Cut short half-way, the restore leaves an empty folder to the next one.
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const cutShort = new Accord(["restore", pipe, "--key-file", keyFile], { env: elsewhere });
    const sending = createWriteStream(pipe);
    sending.on("error", () => {}).write(readFileSync(file).subarray(0, statSync(file).size / 2));
    await until(() => existsSync(join(elsewhere.ACCORD_DATA_DIR, "postgres.restoring", "data")));
    await cutShort.stop("SIGKILL");
    sending.destroy();
    expect(existsSync(join(elsewhere.ACCORD_DATA_DIR, "postgres", "data"))).to.equal(false);

    const restored = await accord(["restore", file, "--key-file", keyFile], { env: elsewhere });
    expect(restored.errors).to.match(/^Restored the backup of .* into .*elsewhere\.\n$/);
    expect(restored.code).to.equal(0);
    const known = ["demo.json", "master-key", "object-store.json", "objects", "postgres", "sandbox-insurers.jsonl"];
    expect(readdirSync(elsewhere.ACCORD_DATA_DIR)).to.have.members(known);
    // What else there may be would be missing in backups.
    // The next start writes `demo.env` from `demo.json`.
    const ofTheMoment = ["lock", "running.json", "demo.env"];
    expect(readdirSync(env.ACCORD_DATA_DIR)).to.have.members([...known, ...ofTheMoment]);

    const second = new Accord(["start"], { env: elsewhere });
    try {
      const url = await second.listening();
      expect((await fetch(`${url}/readyz`)).status).to.equal(200);
      await load.expectKept(before, elsewhere.ACCORD_DATA_DIR);
      expect(await resolveReferences(elsewhere.ACCORD_DATA_DIR)).to.be.at.least(before.files.length);
      expect(await auditedIn(elsewhere.ACCORD_DATA_DIR)).to.include("backup.restored");
    } finally {
      expect(await second.stop()).to.include({ code: 0 });
    }
  });

  describe("refuse", () => {
    const refusal = async (args: readonly string[], given: Readonly<Record<string, string>> = elsewhere) => {
      const { code, errors } = await accord(args, { env: given });
      expect(code, errors).to.equal(1);
      return errors;
    };

    it("a folder that is in use, or that holds an installation", async () => {
      const [inUse, inTheWay] = await Promise.all([
        refusal(["restore", file, "--key-file", keyFile, "--replace"], env),
        refusal(["restore", file, "--key-file", keyFile]),
      ]);
      expect(inUse).to.include(`Accord is already running on ${env.ACCORD_DATA_DIR} (process ${server.process.pid})`);
      expect(inTheWay).to.include("There is an installation in").and.to.include("--replace");
    });

    it("a backup that is damaged or under another key, and change nothing", async () => {
      const whole = readFileSync(file);
      const damaged = join(folder, "damaged");
      const at = whole.length >> 1;
      writeFileSync(damaged, Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]));
      const before = readdirSync(elsewhere.ACCORD_DATA_DIR);
      const otherKey = { ...elsewhere, ACCORD_BACKUP_KEY: await generateIdentity() };
      const [notWhole, notOpened] = await Promise.all([
        refusal(["restore", damaged, "--key-file", keyFile, "--replace"]),
        refusal(["restore", file, "--check"], otherKey),
      ]);
      expect(notWhole).to.include("The backup is damaged or cut short");
      expect(notOpened).to.include("made with another one");
      expect(readdirSync(elsewhere.ACCORD_DATA_DIR)).to.have.members(before);
    });

    it("to write over a file, or without a key", async () => {
      const [overFile, withoutKey] = await Promise.all([
        refusal(["backup", file, "--key-file", keyFile], env),
        refusal(["backup", join(folder, "another")], env),
      ]);
      expect(overFile).to.equal(`${file} is there already: choose another name.\n`);
      expect(withoutKey).to.include("There is no backup key: set ACCORD_BACKUP_KEY");
      expect(readdirSync(folder).filter((name) => name.startsWith(basename(file)))).to.deep.equal([basename(file)]);
    });
  });
});
