import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { strayFrom } from "#test/builders/insurance/event-document.ts";
import { insuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { aRound } from "./policies.ts";
import { eventsOf, withKey } from "./selling.ts";

type Claim = Schemas["Claim"];
type Problem = Schemas["Problem"];

const minuteMs = 60_000;
const opening = /^POST \/policies\/[^/]+\/claims/;
const attaching = /^POST \/claims\//;

describe("claims", () => {
  const server = insuranceServer();
  let merchant: Merchant;
  beforeEach(async () => {
    // Rounds see the claims of everybody.
    await server.database.pool.query("UPDATE insurance_policies SET next_documents_at = NULL, next_reading_at = NULL");
    await server.database.pool.query("UPDATE insurance_claims SET next_reading_at = NULL");
    merchant = await server.aMerchant();
  });
  afterEach(() => {
    server.sandbox.aheadMs = 0;
  });

  const open = <T = Claim>(request: object, key?: string, as = merchant) =>
    server.post<T>("/claims", request, withKey(as, key));
  const attach = <T = Claim>({ providerId, claimId }: Claim, fileId: string, key?: string) =>
    server.post<T>(`/claims/${providerId}/${claimId}/attachments`, { fileId }, withKey(merchant, key));
  const read = <T = Claim>({ providerId, claimId }: Claim, { key } = merchant) =>
    server.get<T>(`/claims/${providerId}/${claimId}`, key);
  const news = async ({ claimId }: Claim) =>
    (await eventsOf(server, merchant)).filter(({ resource }) => resource.id === claimId);
  const callsOf = (call: RegExp, id: string) =>
    server.gateway.calls("aegis", call).filter((seen) => seen.call.includes(id)).length;

  /** A round of the job that asks insurers, so much later. */
  async function round(aheadMs: number): Promise<void> {
    server.sandbox.aheadMs = aheadMs;
    await aRound(server, aheadMs);
  }

  describe("createClaim", () => {
    it("reports a loss with the answers to the form and files, and tells of the claim", async () => {
      const request = await server.aClaimRequest(merchant);
      const fileId = await server.anUpload(merchant);
      const { status, body } = await open({ ...request, attachments: [fileId] });
      expect(status).to.equal(201);
      const { providerId, policyId, lossDate } = request;
      expect(body).to.deep.include({
        providerId,
        policyId,
        lossDate,
        status: "UNDER_REVIEW",
        approved: null,
        note: null,
      });
      expect(body).to.include({ productId: "personal-accident", environment: "test" });
      expect(body.attachments.map((attachment) => attachment.fileId)).to.deep.equal([fileId]);
      const [created, ...others] = await news(body);
      expect(others).to.deep.equal([]);
      expect(created).to.deep.include({ type: "claim.created", data: body });
    });

    it("opens one claim for requests that arrive at once, with one key, other keys and none", async () => {
      const request = await server.aClaimRequest(merchant);
      const key = randomUUID();
      const keys = [key, key, key, randomUUID(), randomUUID(), undefined, undefined];
      const answers = await Promise.all(keys.map((one) => open<Claim | Problem>(request, one)));
      const opened = answers.filter(({ status }) => status === 201);
      expect(opened).to.have.length(1);
      const [first] = opened.map(({ body }) => body as Claim);
      for (const { status, body } of answers) {
        if (status !== 409) expect([status === 200 || status === 201, body]).to.deep.equal([true, first]);
        else expect(body).to.deep.include({ code: "CLAIM_ALREADY_OPENED", details: { claimId: first?.claimId } });
      }
      const { body } = await server.get<Schemas["ClaimPage"]>("/claims", merchant.key);
      expect(body.items).to.have.length(1);
      expect((await news(body.items[0] as Claim)).map(({ type }) => type)).to.deep.equal(["claim.created"]);
    });

    it("takes another day of loss, and the same day again once the claim was rejected", async () => {
      const request = await server.aClaimRequest(merchant, "gullwing");
      const claim = await server.must(open<Claim>(request));
      expect((await open({ ...request, lossDate: "2099-07-01" })).status).to.equal(201);
      server.sandbox.aheadMs = minuteMs;
      expect((await read(claim)).body).to.include({ status: "REJECTED", note: "The policy does not cover this." });
      expect((await open(request)).status).to.equal(201);
    });

    it("wants a form for claims of the policy's product that the business has fetched", async () => {
      const request = await server.aClaimRequest(merchant);
      const other = await open<Problem>({ ...request, formId: "personal-accident.new_business" });
      expectProblem(other, 422, "VALIDATION_FAILED", "/body/formId unknown");
      const later = await open<Problem>({ ...request, formVersion: 2 });
      expectProblem(later, 422, "VALIDATION_FAILED", "/body/formVersion unknown");
      expect(callsOf(opening, request.policyId)).to.equal(0);
    });

    it("passes on what the insurer finds about answers, files and the day, where the request has it", async () => {
      const request = await server.aClaimRequest(merchant);
      const wrong = await open<Problem>({ ...request, inputs: { estimatedLoss: 0 } });
      expectProblem(
        wrong,
        422,
        "ANSWERS_INVALID",
        "/body/inputs/description required",
        "/body/inputs/estimatedLoss answer",
        "/body/inputs/reportedToPolice required",
      );
      const file = await open<Problem>({ ...request, attachments: ["f_nowhere"] });
      expectProblem(file, 422, "FILE_UNKNOWN", "/body/attachments/0 unknown");
      const early = await open<Problem>({ ...request, lossDate: "2098-12-31" });
      expectProblem(early, 422, "LOSS_NOT_COVERED", "/body/lossDate range");
    });
  });

  describe("following", () => {
    it("tells of every step without anyone asking: approved, then paid, each once", async () => {
      const claim = await server.aClaim(merchant);
      await round(0);
      for (const aheadMs of [1.1, 1.1, 2.5, 4, 6].map((minutes) => minutes * minuteMs)) await round(aheadMs);
      const events = await news(claim);
      expect(events.map(({ type }) => type)).to.deep.equal(["claim.created", "claim.approved", "claim.paid"]);
      expect(events.map(({ resource }) => resource.version)).to.deep.equal([1, 2, 3]);
      for (const event of events) expect((event.data as Claim).claimId).to.equal(claim.claimId);
      expect(events[1]?.data).to.deep.include({ approved: { amountMinor: 8_000_000, currency: "NGN" } });
      const calls = callsOf(/^GET \/claims\//, claim.claimId);
      await round(60 * minuteMs);
      expect(callsOf(/^GET \/claims\//, claim.claimId), "a paid claim is not asked about").to.equal(calls);
    });

    it("tells what the insurer wants, and goes on once it is attached", async () => {
      const claim = await server.aClaim(merchant, "borealis");
      await round(1.5 * minuteMs);
      const asked = (await read(claim)).body;
      expect(asked).to.include({ status: "INFORMATION_REQUESTED", note: "Please send a report of what happened." });
      const attached = await attach(claim, await server.anUpload(merchant, "borealis"));
      expect([attached.status, attached.body.status]).to.deep.equal([201, "UNDER_REVIEW"]);
      await round(3 * minuteMs);
      const types = (await news(claim)).map(({ type }) => type);
      expect(types.slice(0, 3)).to.deep.equal(["claim.created", "claim.information_requested", "claim.approved"]);
    });

    it("is described by the document: each event, as it is sent", async () => {
      const claim = await server.aClaim(merchant, "gullwing");
      server.sandbox.aheadMs = minuteMs;
      await read(claim);
      const events = await news(claim);
      expect(events.map(({ type }) => type)).to.deep.equal(["claim.created", "claim.rejected"]);
      for (const event of events) {
        const stray = strayFrom(event.type, { headers: {}, body: event });
        expect(stray.filter((finding) => !finding.endsWith("is missing"))).to.deep.equal([]);
      }
    });

    it("writes a change once for readings at once", async () => {
      const claim = await server.aClaim(merchant);
      server.sandbox.aheadMs = minuteMs;
      await Promise.all(Array.from({ length: 6 }, () => read(claim)));
      expect((await news(claim)).map(({ type }) => type)).to.deep.equal(["claim.created", "claim.approved"]);
    });
  });

  describe("attachToClaim", () => {
    it("attaches a file once for requests that arrive at once, and replays with its key", async () => {
      const claim = await server.aClaim(merchant);
      const fileId = await server.anUpload(merchant);
      const key = randomUUID();
      const answers = await Promise.all([key, key, randomUUID(), undefined].map((one) => attach(claim, fileId, one)));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).to.equal(true);
      expect((await read(claim)).body.attachments.map((one) => one.fileId)).to.deep.equal([fileId]);
    });

    it("refuses what is attached already and a claim that is decided, without asking the insurer", async () => {
      const claim = await server.aClaim(merchant, "gullwing");
      const fileId = await server.anUpload(merchant, "gullwing");
      await attach(claim, fileId);
      expectProblem(await attach<Problem>(claim, fileId), 409, "INVALID_STATE_TRANSITION");
      server.sandbox.aheadMs = minuteMs;
      await read(claim);
      const calls = server.gateway.calls("gullwing", attaching).length;
      const other = await server.anUpload(merchant, "gullwing");
      expectProblem(await attach<Problem>(claim, other), 409, "INVALID_STATE_TRANSITION");
      expect(server.gateway.calls("gullwing", attaching)).to.have.length(calls);
    });
  });

  describe("listClaims and getClaim", () => {
    it("list the claims of a policy", async () => {
      const request = await server.aClaimRequest(merchant);
      const days = ["2099-02-01", "2099-02-02"];
      for (const lossDate of days) await server.must(open({ ...request, lossDate }));
      await server.aClaim(merchant);
      const path = `/claims?policyId=${request.policyId}`;
      const { items } = (await server.get<Schemas["ClaimPage"]>(path, merchant.key)).body;
      expect(items.map(({ lossDate }) => lossDate)).to.deep.equal(days.toReversed());
    });
  });

  describe("attachPolicyDocument", () => {
    it("puts a file among the documents of a policy, once, and announces it", async () => {
      const { providerId, policyId } = await server.aPurchase(merchant);
      const path = `/policies/${providerId}/${policyId}/documents`;
      const fileId = await server.anUpload(merchant);
      const key = randomUUID();
      const send = (one?: string) =>
        server.post<Schemas["PolicyDocument"]>(path, { fileId, type: "MEDICAL_CERTIFICATE" }, withKey(merchant, one));
      const answers = await Promise.all([key, key, randomUUID(), undefined].map(send));
      const [made, ...others] = answers.filter(({ status }) => status === 201);
      expect(others).to.deep.equal([]);
      expect(made?.body).to.deep.include({ type: "MEDICAL_CERTIFICATE", filename: "report.pdf", bytes: 4 });
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).to.equal(true);
      const { body } = await server.get<Schemas["PolicyDocumentList"]>(path, merchant.key);
      expect(body.items.filter(({ type }) => type === "MEDICAL_CERTIFICATE")).to.deep.equal([made?.body]);
      const events = (await eventsOf(server, merchant)).filter(({ type }) => type === "document.available");
      const told = events.map(({ data }) => (data as { document: unknown }).document);
      expect(told.filter((document) => JSON.stringify(document).includes("MEDICAL"))).to.deep.equal([made?.body]);
      const bytes = await server.get<unknown>(`${path}/${made?.body.documentId}`, merchant.key);
      expect(bytes.status).to.equal(200);
    });

    it("knows no file that the insurer does not", async () => {
      const { providerId, policyId } = await server.aPurchase(merchant);
      const path = `/policies/${providerId}/${policyId}/documents`;
      const answer = await server.post<Problem>(path, { fileId: "f_nowhere", type: "OTHER" }, merchant.key);
      expectProblem(answer, 422, "FILE_UNKNOWN", "/body/fileId unknown");
    });
  });
});
