import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { createAccessTokens } from "#src/apis/wallet/access/access-tokens.ts";
import { Cursors } from "#src/http/cursor.ts";
import { listAuditEvents } from "#src/identity/audit.ts";
import { masterKeyCommand } from "#src/identity/commands/master-key.ts";
import { createTerminal } from "#src/identity/commands/terminal.ts";
import { sealedColumns } from "#src/schema.ts";
import { decryptSecret, encryptSecret, keysOf, type MasterKey, withPrevious } from "#src/storage/master-key.ts";
import { countStale, moveToCurrentKey } from "#src/storage/sealed-columns.ts";
import { aProject } from "#test/builders/identity.ts";
import { emptiedDatabase } from "#test/support/database.ts";
import { otherProcess } from "#test/support/process.ts";

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const both = withPrevious(newKey, oldKey);

describe("exchanging the master key", () => {
  const database = emptiedDatabase({ as: "owner" });

  const stale = async (key: MasterKey = both) =>
    [...(await countStale(database, key, sealedColumns)).values()].reduce((sum, count) => sum + count, 0);

  /** Secrets of one project, under the old key. */
  async function someMobileSecrets(count: number): Promise<string> {
    const { project } = await aProject(database);
    for (let i = 0; i < count; i++) {
      const id = randomUUID();
      const place = `mobile_secrets/${project.id}/test/${id}`;
      await database.pool.query("INSERT INTO mobile_secrets VALUES ($1, 'test', $2, $3, now(), NULL)", [
        project.id,
        id,
        encryptSecret(oldKey, `secret ${id}`, place),
      ]);
    }
    return project.id;
  }

  async function expectReadable(projectId: string, count: number): Promise<void> {
    const { rows } = await database.pool.query<{ id: string; secret: Buffer }>(
      "SELECT id, secret FROM mobile_secrets WHERE project_id = $1",
      [projectId],
    );
    expect(rows).to.have.length(count);
    for (const { id, secret } of rows)
      expect(decryptSecret(newKey, secret, `mobile_secrets/${projectId}/test/${id}`)).to.equal(`secret ${id}`);
  }

  it("covers every column with bytes that are no hash", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       JOIN pg_class ON pg_class.oid = to_regclass(quote_ident(table_name)) AND NOT relispartition
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name ~ 'secret|credential|sealed|encrypted'
         AND column_name !~ 'hash|sha256'`,
    );
    const known = sealedColumns
      .filter(({ mark }) => mark === undefined)
      .map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name)).to.have.members(known);
  });

  it("moves every kind of secret, and leaves what is not sealed", async () => {
    const endpoint = (id: string, url: string) =>
      database.pool.query(
        "INSERT INTO webhook_endpoints VALUES ($1, 'test', $2, $3, '{}', NULL, true, NULL, now(), now(), NULL)",
        [owner, id, url],
      );
    const owner = randomUUID();
    const sealedUrl = (id: string, key: Buffer) =>
      `sealed:${encryptSecret(key, `https://${id}.example`, `webhook_endpoints/${owner}/test/${id}/url`).toString("base64")}`;
    await endpoint("old", sealedUrl("old", oldKey));
    await endpoint("new", sealedUrl("new", newKey));
    await endpoint("plain", "https://plain.example");
    const secret = encryptSecret(oldKey, "whsec_1", `webhook_secrets/${owner}/test/old/whk_1`);
    await database.pool.query("INSERT INTO webhook_secrets VALUES ($1, 'test', 'old', 'whk_1', $2, now(), NULL)", [
      owner,
      secret,
    ]);
    await database.pool.query(
      "INSERT INTO insurers VALUES ('aegis', 'Aegis', 'https://a.example', $1, '{}', true, now(), now())",
      [encryptSecret(oldKey, "token", "insurers/aegis/credential")],
    );
    await database.pool.query("INSERT INTO wallet_clearing_house VALUES (true, 'https://c.example', $1, true)", [
      encryptSecret(oldKey, "house", "wallet_clearing_house/secret"),
    ]);
    await database.pool.query("INSERT INTO wallet_qr_platform VALUES (true, 'https://q.example', $1, true)", [
      encryptSecret(oldKey, "platform", "wallet_qr_platform/secret"),
    ]);
    await database.pool.query("INSERT INTO placeholder_mail_service VALUES (true, 'https://m.example', $1, false)", [
      encryptSecret(oldKey, "mail", "placeholder_mail_service/secret"),
    ]);
    const projectId = await someMobileSecrets(5);
    expect(await stale()).to.equal(11);

    let out = "";
    const told: string[] = [];
    const terminal = createTerminal(
      async () => ({ database, masterKey: both, close: async () => {} }),
      (text) => {
        out += text;
      },
    );
    const command = masterKeyCommand(terminal, sealedColumns, (line) => told.push(line));
    await command.parseAsync(["rotate"], { from: "user" });
    expect(out).to.include("11 secrets were encrypted anew");
    expect(told).to.include("mobile_secrets: 5");
    expect(await stale()).to.equal(0);
    await expectReadable(projectId, 5);
    const { rows } = await database.pool.query("SELECT id, url FROM webhook_endpoints ORDER BY id");
    const [fresh, former, plain] = rows;
    for (const { id, url } of [fresh, former]) {
      const place = `webhook_endpoints/${owner}/test/${id}/url`;
      expect(decryptSecret(newKey, Buffer.from(url.slice("sealed:".length), "base64"), place)).to.equal(
        `https://${id}.example`,
      );
    }
    expect(plain.url).to.equal("https://plain.example");
    const actions = (await listAuditEvents(database, { limit: 100 })).map(({ action }) => action);
    expect(actions.filter((action) => action === "master_key.rotated")).to.have.length(7);
  });

  it("is taken up again where a killed run has ended", async () => {
    const projectId = await someMobileSecrets(50);
    const killed = otherProcess(
      `
      import { openDatabase } from "#src/storage/database.ts";
      import { sealedColumns } from "#src/schema.ts";
      import { withPrevious } from "#src/storage/master-key.ts";
      import { moveToCurrentKey } from "#src/storage/sealed-columns.ts";
      const database = await openDatabase(process.argv[2], { entities: [], migrations: [], poolSize: 2 });
      const key = withPrevious(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
      let batches = 0;
      await moveToCurrentKey(database, key, sealedColumns, {
        batch: 10,
        // Killed in the third transaction, which has changed its rows and not committed.
        alongside: async () => {
          if (++batches < 3) return;
          say("in the middle");
          await new Promise(() => {});
        },
      });`,
      database.url,
    );
    expect(await killed.line()).to.equal("in the middle");
    await killed.kill("SIGKILL");
    expect(await stale()).to.equal(30);
    const moved: number[] = [];
    const onProgress = (progress: { readonly moved: number }) => void moved.push(progress.moved);
    expect(await moveToCurrentKey(database, both, sealedColumns, { batch: 10, onProgress })).to.equal(30);
    expect(moved).to.deep.equal([10, 20, 30]);
    await expectReadable(projectId, 50);
  });

  it("stops at a secret under neither key, and keeps what it has moved", async () => {
    await someMobileSecrets(3);
    const strange = withPrevious(newKey, Buffer.alloc(32, 3));
    const failure = await moveToCurrentKey(database, strange, sealedColumns).catch((error: Error) => error.message);
    expect(failure).to.match(/mobile_secrets.*cannot be decrypted/);
    expect(await stale()).to.equal(3);
  });
});

describe("what was signed before the exchange", () => {
  it("is good until the other key is gone", async () => {
    const scope = { list: "quotes" };
    const cursor = new Cursors(...keysOf(oldKey)).seal(scope, ["a"]);
    expect(new Cursors(...keysOf(both)).open(scope, cursor)).to.deep.equal(["a"]);
    expect(() => new Cursors(...keysOf(newKey)).open(scope, cursor)).to.throw();
    const token = await createAccessTokens(oldKey, Date.now).mint("integrator", 60);
    expect((await createAccessTokens(both, Date.now).verify(token)).sub).to.equal("integrator");
    expect(
      await createAccessTokens(newKey, Date.now)
        .verify(token)
        .catch(() => "refused"),
    ).to.equal("refused");
  });
});
