import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { fileKey, removalOfFile } from "#src/apis/placeholder/files/removal.ts";
import { type Signed, sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFailure } from "#test/support/refusals.ts";
import { pdf, png } from "../files/samples.ts";

type Page = Schemas["FilePage"];

describe("the caller's files", () => {
  const server = sharedPlaceholderServer();
  const page = (as: Signed) => server.data<Page>("GET", "/v1/files", { as });
  const download = (as: Signed, id: string) => server.send<string>("GET", `/v1/files/${id}/content`, { as });
  const remove = (as: Signed, id: string) => server.data("DELETE", `/v1/files/${id}`, { as });

  describe("listFiles", () => {
    describe("200", () => {
      it("says of a file what the upload said, and when that was", async () => {
        const as = await server.aUser();
        const before = Date.now();
        const file = await server.aFile(as, pdf, "manual.pdf");
        const { items, limit, nextCursor } = await page(as);
        expect(items).to.have.length(1);
        const [{ createdAt, ...rest }] = items as [Schemas["StoredFile"]];
        expect(rest).to.deep.equal(file);
        expect(Date.parse(createdAt)).to.be.within(before, Date.now());
        expect([limit, nextCursor]).to.deep.equal([20, null]);
      });
    });
  });

  describe("downloadFile", () => {
    describe("200", () => {
      it("answers the bytes as they were uploaded, to be saved under their name", async () => {
        const as = await server.aUser();
        const { id } = await server.aFile(as, png, "Ünïcode ✓.html");
        const { status, headers, bytes } = await download(as, id);
        expect(status).to.equal(200);
        expect(bytes.equals(png)).to.equal(true);
        expect(headers.get("content-type")).to.equal("image/png");
        expect(headers.get("content-length")).to.equal(String(png.length));
        expect(headers.get("content-disposition")).to.equal(
          "attachment; filename=\"Unicode _.html\"; filename*=UTF-8''%C3%9Cn%C3%AFcode%20%E2%9C%93.html",
        );
        expect(headers.get("x-content-type-options")).to.equal("nosniff");
      });
    });
    describe("404", () => {
      it("does not find a file whose bytes are gone", async () => {
        const as = await server.aUser();
        const { id } = await server.aFile(as);
        await server.objects.delete(fileKey(as.user.id, id));
        expectFailure(await server.send("GET", `/v1/files/${id}/content`, { as }), 404, "NOT_FOUND");
      });
    });
  });

  describe("deleteFile", () => {
    describe("200", () => {
      it("takes the file away at once, and its bytes by a job", async () => {
        const as = await server.aUser();
        const [kept, { id }] = [await server.aFile(as), await server.aFile(as)];
        expect(await remove(as, id.toUpperCase())).to.deep.equal({ id });
        expect((await page(as)).items.map((item) => item.id)).to.deep.equal([kept.id]);
        expect((await download(as, id)).status).to.equal(404);
        const payload = { userId: as.user.id, fileId: id };
        expect(await server.queued("fileId", id)).to.deep.equal([payload]);
        const job = removalOfFile(server.objects);
        // Twice: a job may run again.
        for (let run = 0; run < 2; run++) await job.run(payload, null as never);
        expect(await server.objects.head(fileKey(as.user.id, id))).to.equal(null);
        expect((await download(as, kept.id)).status).to.equal(200);
      });

      it("frees its room", async () => {
        const frugal = await server.another({ quotaAccountBytes: 10 });
        try {
          const as = await frugal.aUser();
          const { id } = await frugal.aFile(as, "ten bytes.");
          const full = await frugal.aFile(as, "more").catch((error: Error) => error.message);
          expect(full).to.include("STORAGE_QUOTA_EXCEEDED");
          await frugal.data("DELETE", `/v1/files/${id}`, { as });
          await frugal.aFile(as, "ten again.");
        } finally {
          await frugal.stop();
        }
      });
    });
    describe("404", () => {
      it("deletes once, of twenty at the same time", async () => {
        const as = await server.aUser();
        const { id } = await server.aFile(as);
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => server.send("DELETE", `/v1/files/${id}`, { as })),
        );
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(19).fill(404)]);
        expect(await server.queued("fileId", id)).to.have.length(1);
      });
    });
  });
});
