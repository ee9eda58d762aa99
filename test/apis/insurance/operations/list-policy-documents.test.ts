import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";
import { renewed } from "#test/support/renewed.ts";
import { newsOf } from "./policies.ts";
import { answering } from "./selling.ts";

const listing = /^GET \/policies\/[^/]+\/documents$/;

describe("listPolicyDocuments", () => {
  const server = insuranceServer({ insurerDeadlineMs: 1_000 });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  const list = ({ path }: { readonly path: string }) =>
    server.must(server.get<Schemas["PolicyDocumentList"]>(`${path}/documents`, merchant.key));

  /** What insurers list instead, until the returned function is called. */
  const listed = (items: readonly Partial<Schemas["PolicyDocument"]>[]) =>
    server.gateway.trouble({
      insurerId: "aegis",
      call: listing,
      with: answering(200, {
        items: items.map((item) => ({
          ...{ documentId: "schedule", type: "POLICY_SCHEDULE", filename: "schedule.pdf" },
          ...{ mediaType: "application/pdf", bytes: null },
          ...item,
        })),
      }),
    });

  describe("200", () => {
    it("lists the documents as the insurer does", async () => {
      const policy = await server.aPolicy(merchant, "estuary");
      const { items } = await list(policy);
      expect(items.map(({ documentId, type }) => [documentId, type])).to.deep.equal([
        ["redirect", "POLICY_SCHEDULE"],
        ["oversized-redirect", "TERMS"],
      ]);
      expect(items[0]).to.deep.include({ mediaType: "text/plain", bytes: null });
      expect(items[0]?.filename).to.match(/^EST-.*-redirect\.txt$/);
    });

    it("announces a document once, when it is first listed", async () => {
      const policy = await server.aPolicy(merchant);
      const { items } = await list(policy);
      await list(policy);
      const end = listed([{ documentId: "inline" }, { documentId: "terms", type: "TERMS" }]);
      await list(policy);
      end();
      const news = await newsOf(server, merchant, policy);
      expect(news.map(({ type, resource }) => [type, resource.version])).to.deep.equal([
        ["document.available", 2],
        ["document.available", 3],
      ]);
      expect(news[0]?.data).to.deep.equal({ providerId: "aegis", policyId: policy.policyId, document: items[0] });
      expect(news[0]?.resource).to.deep.include({ type: "policy", providerId: "aegis", id: policy.policyId });
    });

    it("announces each once, however many ask at the same time", async () => {
      const policy = await server.aPolicy(merchant);
      const ids = ["b", "a", "c", "a"];
      const end = listed(ids.map((documentId) => ({ documentId })));
      await Promise.all(Array.from({ length: 12 }, () => list(policy)));
      end();
      const news = await newsOf(server, merchant, policy);
      const announced = news.map(({ data }) => (data as { document: Schemas["PolicyDocument"] }).document.documentId);
      expect(announced).to.have.length(3).and.to.have.members(["a", "b", "c"]);
    });

    it("stops announcing what an insurer gives new ids every time", async () => {
      const policy = await server.aPolicy(merchant);
      for (let round = 0; round < 6; round++) {
        const end = listed(Array.from({ length: 100 }, (_, index) => ({ documentId: `d-${round}-${index}` })));
        expect((await list(policy)).items).to.have.length(100);
        end();
      }
      expect(await newsOf(server, merchant, policy)).to.have.length(500);
    });

    it("announces nothing when the event cannot be written, and everything the next time", async () => {
      const policy = await server.aPolicy(merchant);
      const failed = await server.whileMissing("webhook_events", () =>
        server.get(`${policy.path}/documents`, merchant.key),
      );
      expect(failed.status).to.equal(500);
      await list(policy);
      expect(await newsOf(server, merchant, policy)).to.have.length(1);
    });
  });
});
