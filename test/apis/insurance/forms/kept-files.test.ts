import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import {
  type Forgotten,
  forgetUnusedFiles,
  keptFileKey,
  noteUse,
  removalOfFile,
} from "#src/apis/insurance/forms/kept-files.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { aQuoteRequest, type Merchant, sharedInsuranceServer } from "#test/builders/insurance/server.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("files that Accord keeps itself", () => {
  const server = sharedInsuranceServer();

  const removeFile = () => removalOfFile(server.objects);
  let removals: RunningJobs;
  before(async () => {
    removals = await startJobs(server.database, [removeFile()], { log: silent });
  });
  after(() => removals.stop());

  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await server.aMerchant({ sells: [] });
    await server.database.pool.query("DELETE FROM insurance_kept_files");
  });

  /** A place, with a file in it unless nothing was sent. */
  async function aFile({ sent = true } = {}): Promise<string> {
    const request = { providerId: null, purpose: "DAMAGE", filename: "a.txt", mediaType: "text/plain", bytes: 5 };
    const slot = await server.must(server.post<Schemas["UploadSlot"]>("/uploads", request, merchant.key));
    const { "content-length": _, ...headers } = slot.headers;
    if (sent) expect((await fetch(slot.uploadUrl, { method: "PUT", headers, body: "hello" })).status).to.equal(200);
    return slot.fileId;
  }
  const forget = (aheadMs: number): Promise<Forgotten> =>
    forgetUnusedFiles(
      server.database,
      { objects: server.objects, removeFile: removeFile() },
      { now: Date.now() + aheadMs },
    );
  const isThere = async (fileId: string) => (await server.objects.head(keptFileKey(merchant, fileId))) !== null;
  const known = async () => {
    const { rows } = await server.database.pool.query<{ id: string }>("SELECT file_id AS id FROM insurance_kept_files");
    return rows.map(({ id }) => id).sort();
  };

  it("are deleted when nobody has named them for 30 days", async () => {
    const [unused, used] = [await aFile(), await aFile()];
    const answers = { photographs: [{ front: used }], report: "fil_", other: 7, none: null };
    await noteUse(server.database.dataSource.manager, merchant, answers, new Date(Date.now() + 20 * day));
    expect(await forget(29 * day)).to.deep.equal({ unused: 0, unsent: 0 });
    expect(await forget(31 * day)).to.deep.equal({ unused: 1, unsent: 0 });
    await until(async () => !(await isThere(unused)));
    expect([await isThere(used), await known()]).to.deep.equal([true, [used]]);
    expect(await forget(51 * day)).to.deep.equal({ unused: 1, unsent: 0 });
    await until(async () => !(await isThere(used)));
    expect(await known()).to.deep.equal([]);
  });

  it("stay when a request names them in the moment in which they are found", async () => {
    const file = await aFile();
    // A round notes that it has arrived.
    await forget(3 * hour);
    const { forgetting } = await inTransaction(server.database, async ({ manager }) => {
      await noteUse(manager, merchant, { file }, new Date(Date.now() + 31 * day));
      const forgetting = forget(31 * day);
      await until(async () => (await waitingForLocks(server.database.pool)) === 1);
      return { forgetting };
    });
    expect(await forgetting).to.deep.equal({ unused: 0, unsent: 0 });
    expect([await isThere(file), await known()]).to.deep.equal([true, [file]]);
  });

  it("leave their room two hours after their address has expired when nothing was sent", async () => {
    const [unsent, sent] = [await aFile({ sent: false }), await aFile()];
    expect(await forget(2 * hour)).to.deep.equal({ unused: 0, unsent: 0 });
    expect(await known()).to.deep.equal([unsent, sent].sort());
    expect(await forget(3 * hour)).to.deep.equal({ unused: 0, unsent: 1 });
    expect(await known()).to.deep.equal([sent]);
    expect(await forget(4 * hour)).to.deep.equal({ unused: 0, unsent: 0 });
  });

  it("are named by a request for a quote, and by nobody else's", async () => {
    const file = await aFile();
    const usedAt = async () => {
      const { rows } = await server.database.pool.query<{ at: Date }>("SELECT used_at AS at FROM insurance_kept_files");
      return rows[0]?.at.getTime() ?? 0;
    };
    await server.database.pool.query("UPDATE insurance_kept_files SET used_at = now() - interval '20 days'");
    const stranger = await server.aMerchant({ sells: [] });
    const request = aQuoteRequest("aegis", { configuration: { photograph: file } });
    await server.post("/quotes", request, stranger.key);
    expect(await usedAt()).to.be.below(Date.now() - 19 * day);
    await server.post("/quotes", request, merchant.key);
    expect(await usedAt()).to.be.closeTo(Date.now(), 60_000);
  });
});
