import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Forgotten, forgetUnusedFiles, keptFileKey, noteUse } from "#src/apis/insurance/forms/kept-files.ts";
import { aQuoteRequest } from "../operations/selling.ts";
import { type Merchant, sharedInsuranceServer } from "../operations/server.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("files that Accord keeps itself", () => {
  const server = sharedInsuranceServer();

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
    forgetUnusedFiles(server.database, server.objects, { now: Date.now() + aheadMs });
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
    expect([await isThere(unused), await isThere(used), await known()]).to.deep.equal([false, true, [used]]);
    expect(await forget(51 * day)).to.deep.equal({ unused: 1, unsent: 0 });
    expect([await isThere(used), await known()]).to.deep.equal([false, []]);
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
