import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { keptFileKey, mostBytes } from "#src/apis/insurance/forms/kept-files.ts";
import { type Headers, insuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { countOf, withKey } from "./selling.ts";

type Slot = Schemas["UploadSlot"];

const report = {
  providerId: "dunlin",
  purpose: "MEDICAL_REPORT",
  filename: "report.pdf",
  mediaType: "application/pdf",
  bytes: 1_000,
};
const photograph = { ...report, providerId: null, purpose: "DAMAGE", filename: "bumper.jpg", mediaType: "image/jpeg" };

describe("reserveUpload", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000, quotaBusinessBytes: 30 * 1024 * 1024 });

  const reserve = (merchant: Merchant, body: object, idempotencyKey?: string) =>
    server.post<Slot>("/uploads", body, withKey(merchant, idempotencyKey));
  const refusal = (merchant: Merchant, body: object, idempotencyKey?: string) =>
    server.post("/uploads", body, withKey(merchant, idempotencyKey));
  /** Sends bytes to a slot, as its holder would. */
  const put = async ({ uploadUrl, method, headers }: Slot, bytes: number, changes: Headers = {}) => {
    const { "content-length": _, ...others } = headers;
    const body = Buffer.alloc(bytes, 7);
    return (await fetch(uploadUrl, { method, headers: { ...others, ...changes }, body })).status;
  };

  describe("201", () => {
    it("reserves a place with the insurer, which takes the bytes", async () => {
      const merchant = await server.aMerchant();
      const { status, headers, body } = await reserve(merchant, report);
      expect(status).to.equal(201);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      expect(body.fileId).to.match(/^f_/);
      expect(body).to.deep.include({ method: "PUT", headers: { "Content-Type": "application/pdf" } });
      expect(Date.parse(body.expiresAt)).to.be.closeTo(Date.now() + 15 * 60_000, 10_000);
      expect(await put(body, report.bytes)).to.equal(200);
      expect(await put(body, report.bytes - 1)).to.equal(400);
      expect(await countOf(server, "insurer_intents", merchant)).to.equal(0);
    });

    it("reserves another place for every request without a key", async () => {
      const merchant = await server.aMerchant();
      const slots = await Promise.all([reserve(merchant, report), reserve(merchant, report)]);
      expect(slots.map(({ status }) => status)).to.deep.equal([201, 201]);
      expect(new Set(slots.map(({ body }) => body.fileId)).size).to.equal(2);
    });

    for (const providerId of [null, undefined]) {
      it(`keeps the file itself when the insurer is ${providerId}`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        const before = server.gateway.seen.length;
        const { status, body } = await reserve(merchant, { ...photograph, providerId });
        expect(status).to.equal(201);
        expect(body.fileId).to.match(/^fil_/);
        expect(Date.parse(body.expiresAt)).to.be.closeTo(Date.now() + 15 * 60_000, 10_000);
        expect(await put(body, photograph.bytes)).to.equal(200);
        const stored = await server.objects.head(keptFileKey(merchant, body.fileId));
        expect(stored).to.include({ size: photograph.bytes, contentType: "image/jpeg" });
        expect(server.gateway.seen).to.have.length(before);
      });
    }

    it("takes exactly the bytes and the type that were announced, where it keeps the file itself", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { body } = await reserve(merchant, photograph);
      expect(await put(body, photograph.bytes + 1)).to.equal(403);
      expect(await put(body, photograph.bytes - 1)).to.equal(403);
      expect(await put(body, photograph.bytes, { "content-type": "text/html" })).to.equal(403);
      expect(await server.objects.head(keptFileKey(merchant, body.fileId))).to.equal(null);
    });

    it("takes the bytes once, where it keeps the file itself", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { body } = await reserve(merchant, photograph);
      expect(await put(body, photograph.bytes)).to.equal(200);
      expect(await put(body, photograph.bytes)).to.equal(412);
    });

    it("keeps files of businesses and of environments apart", async () => {
      const test = await server.aMerchant({ sells: [] });
      const live = await server.aMerchant({ environment: "live", businessId: test.businessId, sells: [] });
      const { body } = await reserve(live, photograph);
      expect(await put(body, photograph.bytes)).to.equal(200);
      expect(await server.objects.head(keptFileKey(test, body.fileId))).to.equal(null);
      expect(keptFileKey(live, body.fileId).startsWith(`${test.businessId}/`)).to.equal(true);
    });

    it("keeps a file of 25 MiB itself", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      expect((await reserve(merchant, { ...photograph, bytes: mostBytes })).status).to.equal(201);
    });
  });

  describe("200, when the address has expired", () => {
    const expire = (key: string) =>
      server.database.pool.query(
        `UPDATE idempotency_keys SET answer = jsonb_set(answer::jsonb, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')::json
         WHERE key = $1`,
        [key],
      );

    it("has a new one for the same place, also when that was forgotten meanwhile, and still takes the bytes once", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const key = randomUUID();
      const { body: first } = await reserve(merchant, photograph, key);
      await expire(key);
      for (const forget of [false, true]) {
        if (forget) await server.database.pool.query("DELETE FROM insurance_kept_files");
        const answers = await Promise.all(Array.from({ length: 5 }, () => reserve(merchant, photograph, key)));
        for (const { status, headers, body } of answers) {
          expect([status, headers.get("idempotency-replayed"), body.fileId]).to.deep.equal([200, "true", first.fileId]);
          expect(Date.parse(body.expiresAt)).to.be.closeTo(Date.now() + 15 * 60_000, 10_000);
        }
      }
      expect(await countOf(server, "insurance_kept_files", merchant)).to.equal(1);
      const { body } = await reserve(merchant, photograph, key);
      expect(await put(body, photograph.bytes)).to.equal(200);
      expect(await put((await reserve(merchant, photograph, key)).body, photograph.bytes)).to.equal(412);
    });
  });

  describe("409", () => {
    it("leaves a key free whose request came to nothing", async () => {
      const merchant = await server.aMerchant();
      for (const providerId of ["dunlin", null]) {
        const key = randomUUID();
        const tooLarge = await refusal(merchant, { ...report, providerId, bytes: 30 * 1024 * 1024 }, key);
        expectProblem(tooLarge, 413, "UPLOAD_TOO_LARGE");
        expect((await refusal(merchant, { ...report, providerId }, key)).status).to.equal(201);
      }
    });
  });

  describe("413", () => {
    it("refuses files over 25 MiB where it would keep them itself", async () => {
      const merchant = await server.aMerchant();
      const answer = await refusal(merchant, { ...photograph, bytes: mostBytes + 1 });
      expectProblem(answer, 413, "UPLOAD_TOO_LARGE");
      expect(answer.body.details).to.deep.equal({ limitBytes: 26_214_400 });
    });
  });

  describe("413, when the files of a business leave no room", () => {
    it("refuses what does not fit, also of many that come at once; other businesses have their own", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const large = { ...photograph, bytes: 9 * 1024 * 1024 };
      const answers = await Promise.all(Array.from({ length: 12 }, () => refusal(merchant, large)));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(3);
      for (const answer of answers.filter(({ status }) => status !== 201))
        expectProblem(answer, 413, "STORAGE_QUOTA_EXCEEDED");
      expect((await refusal(merchant, { ...photograph, bytes: 3 * 1024 * 1024 })).status).to.equal(201);
      expectProblem(await refusal(merchant, photograph), 413, "STORAGE_QUOTA_EXCEEDED");
      const live = await server.aMerchant({ environment: "live", businessId: merchant.businessId, sells: [] });
      expect((await refusal(live, large)).status).to.equal(201);
      expect((await refusal(await server.aMerchant({ sells: [] }), large)).status).to.equal(201);
    });
  });

  describe("422", () => {
    it("takes files of any media type, and nothing else for one", async () => {
      const merchant = await server.aMerchant();
      for (const mediaType of ["image/svg+xml", "text/plain; charset=utf-8", "text/csv;header=present"]) {
        const { body } = await reserve(merchant, { ...photograph, mediaType });
        expect(await put(body, photograph.bytes), mediaType).to.equal(200);
      }
      for (const mediaType of [
        "image/jpeg\r\nx-evil: 1",
        "a/b/c",
        "image /png",
        "text/plain; charset=\u00fc",
        "a/\u0001",
      ])
        expectProblem(
          await refusal(merchant, { ...photograph, mediaType }),
          422,
          "VALIDATION_FAILED",
          "/body/mediaType pattern",
        );
    });
  });
});
