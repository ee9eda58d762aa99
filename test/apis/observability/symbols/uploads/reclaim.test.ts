import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { reclaimSymbols } from "#src/apis/observability/symbols/uploads/reclaim.ts";
import { until } from "#test/support/until.ts";
import { aMapping, type Caller, workingSymbolServer } from "./symbol-server.ts";

const minute = 60_000;
const quotaBytes = 1_000;

describe("storage of symbols", () => {
  const server = workingSymbolServer({ quotaSymbolBytes: quotaBytes, quotaSymbolUploads: 6 });
  let caller: Caller;
  beforeEach(async () => {
    await reclaim(1_000 * minute);
    caller = await server.aCaller();
  });

  const reclaim = (aheadMs: number) => reclaimSymbols(server.database, server.objects, { now: Date.now() + aheadMs });
  const presign = (bytes: Buffer, fields?: object) =>
    server.presign<Schemas["Problem"]>(caller, "artifacts", bytes, fields);

  it("forgets an upload that nobody has completed two hours after its address has expired, and what was sent", async () => {
    const { body } = await server.presign(caller, "artifacts", aMapping("Sent"));
    await server.put(body, aMapping("Sent"));
    await server.presign(caller, "debug-symbols", aMapping("Unsent"));
    expect(await reclaim(134 * minute)).to.deep.equal({ uploads: 0, files: 0 });
    expect(await server.keys(caller)).to.have.length(1);
    expect(await reclaim(136 * minute)).to.deep.equal({ uploads: 2, files: 0 });
    expect(await server.keys(caller)).to.deep.equal([]);
    expect(await server.list(caller)).to.deep.equal([]);
    expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(404);
    expect(await reclaim(1_000 * minute)).to.deep.equal({ uploads: 0, files: 0 });
  });

  it("deletes what was sent to an address after its upload was completed, and keeps the file", async () => {
    const bytes = aMapping("Late");
    const { body } = await server.presign(caller, "artifacts", bytes);
    await server.put(body, bytes);
    expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(201);
    await server.put(body, bytes);
    expect(await server.keys(caller)).to.have.length(2);
    await reclaim(136 * minute);
    expect(await server.keys(caller)).to.have.length(1);
    expect((await server.presign(caller, "artifacts", bytes)).status, "a duplicate").to.equal(200);
  });

  it("ends where the quota in bytes does, what is on its way included", async () => {
    const [half, rest] = [Buffer.alloc(500, "a"), Buffer.alloc(450, "b")];
    expect((await presign(half)).status).to.equal(201);
    expect((await presign(rest)).status).to.equal(201);
    const refused = await presign(Buffer.alloc(51, "c"));
    expect([refused.status, refused.body.code]).to.deep.equal([413, "STORAGE_QUOTA_EXCEEDED"]);
    expect(refused.body.details).to.deep.equal({ limitBytes: quotaBytes });
    expect(refused.body.detail).to.contain("950 are taken");
    const archive = { platform: "android", filename: "x.so" };
    expect((await server.presign(caller, "debug-symbols", Buffer.alloc(51, "c"), archive)).status).to.equal(413);
    expect((await presign(Buffer.alloc(50, "d"))).status).to.equal(201);
    const other = await server.aCaller();
    expect((await server.presign(other, "artifacts", half)).status, "of another project").to.equal(201);
    await reclaim(136 * minute);
    expect((await presign(half)).status, "when the others were never sent").to.equal(201);
  });

  it("counts what is stored once, whatever serves how many releases, and not what was replaced", async () => {
    const large = Buffer.concat([aMapping("Large"), Buffer.alloc(550, "#")]);
    await server.artifact(caller, large);
    expect((await presign(large, { release: "shop@2" })).status, "a duplicate").to.equal(200);
    expect((await presign(large.fill("b", 500), { release: "shop@3" })).status, "no room for both").to.equal(413);
    for (const release of ["shop@1", "shop@2"]) await server.artifact(caller, aMapping(release), { release });
    await until(async () => (await presign(large, { release: "shop@3" })).status !== 413);
  });

  it("takes as many announcements a day as the quota has, of both kinds together", async () => {
    for (let index = 0; index < 3; index++) {
      expect((await presign(Buffer.from(`a${index}`))).status).to.equal(201);
      const archive = { platform: "android", filename: "x.so" };
      expect((await server.presign(caller, "debug-symbols", Buffer.from(`b${index}`), archive)).status).to.equal(201);
    }
    const refused = await presign(Buffer.from("more"));
    expect([refused.status, refused.body.code]).to.deep.equal([429, "RATE_LIMITED"]);
    expect(Number(refused.headers.get("retry-after"))).to.be.within(1, 86_400);
    expect(refused.body.detail).to.contain("6 files of symbols a day");
    const list = await server.get("/api/v1/monitor/debug-symbols/uploads", caller.headers);
    expect(list.status, "which is no announcement").to.equal(200);
  });
});
