import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { accident, insuranceServer, type Merchant, type Product } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { answering, countOf } from "./selling.ts";

type Form = Schemas["Form"];

const pathOf = ({ providerId, productId } = accident(), context = "new_business") =>
  `/products/${providerId}/${productId}/form?context=${context}`;
const formCall = /^GET \/products\/[^/]+\/forms\//;

describe("getForm", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });

  const fetchForm = ({ key }: Merchant, product?: Product, context?: string) =>
    server.get<Form>(pathOf(product, context), key);

  describe("200", () => {
    it("serves the form as the insurer has it", async () => {
      const merchant = await server.aMerchant();
      const { status, headers, body } = await fetchForm(merchant);
      expect(status).to.equal(200);
      expect(headers.has("x-ratelimit-remaining")).to.equal(true);
      const { fields, ...form } = body;
      const names = { formId: "personal-accident.new_business", formVersion: 1, context: "new_business" };
      expect(form).to.deep.equal({ ...names, ...accident() });
      expect(fields.map(({ fieldId, type }) => [fieldId, type])).to.deep.equal([
        ["holderName", "text"],
        ["dateOfBirth", "date"],
        ["sumInsured", "number"],
      ]);
      expect(fields[2]).to.include({ required: true, minimum: 100_000, maximum: 10_000_000 });
    });

    it("serves fields of every kind with all that is said of them", async () => {
      const merchant = await server.aMerchant();
      const { body } = await fetchForm(merchant, { providerId: "aegis", productId: "motor-comprehensive" });
      const field = (id: string) => body.fields.find(({ fieldId }) => fieldId === id);
      expect(field("vehicleModel")).to.deep.include({
        type: "remote_choice",
        optionsUrl: "/options/vehicle-models/{vehicleMake}",
        searchable: true,
        minQueryLength: 1,
      });
      expect(field("occupation")?.visibleWhen).to.deep.equal({ fieldId: "usedForWork", equals: true });
      expect(field("occupation")?.options).to.have.length(3);
    });

    it("asks the insurer every time, and remembers a form once, however often and at once it is fetched", async () => {
      const merchant = await server.aMerchant();
      const before = server.gateway.calls("borealis", formCall).length;
      const asking = Array.from({ length: 20 }, () => fetchForm(merchant, accident("borealis")));
      const answers = await Promise.all(asking);
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      expect(server.gateway.calls("borealis", formCall)).to.have.length(before + 20);
      expect(await countOf(server, "fetched_forms", merchant)).to.equal(1);
    });

    it("remembers forms by environment", async () => {
      const test = await server.aMerchant();
      const live = await server.aMerchant({ environment: "live", businessId: test.businessId });
      await fetchForm(live);
      expect(await countOf(server, "fetched_forms", test)).to.equal(0);
      expect(await countOf(server, "fetched_forms", live)).to.equal(1);
    });

    it("remembers the fields as they were served last, should an insurer change them under one version", async () => {
      const merchant = await server.aMerchant();
      const form = await server.must<Form>(fetchForm(merchant));
      const { providerId: _, ...changed } = { ...form, fields: form.fields.slice(0, 1) };
      const end = server.gateway.trouble({
        insurerId: "aegis",
        call: formCall,
        with: answering(200, changed),
      });
      const served = await server.must<Form>(fetchForm(merchant));
      end();
      expect(served.fields).to.have.length(1);
      const { rows } = await server.database.pool.query<{ fields: unknown[] }>(
        "SELECT fields FROM fetched_forms WHERE business_id = $1",
        [merchant.businessId],
      );
      expect(rows).to.deep.equal([{ fields: served.fields }]);
    });

    it("serves and remembers forms with characters that PostgreSQL keeps in no text", async () => {
      const merchant = await server.aMerchant();
      const motor = { providerId: "aegis", productId: "motor-comprehensive" };
      const { providerId: _, ...form } = await server.must<Form>(fetchForm(merchant, motor));
      const fields = form.fields.map((field) => ({ ...field, label: "\0 and half a pair: \ud83d" }));
      const end = server.gateway.trouble({
        insurerId: "aegis",
        call: formCall,
        with: answering(200, { ...form, fields }),
      });
      const served = await server.must<Form>(fetchForm(merchant, motor)).finally(end);
      expect(served.fields).to.deep.equal(fields);
      const requestBody = { fieldId: "vehicleMake", query: "toy" };
      const options = await server.post(`/forms/aegis/${form.formId}/1/options`, requestBody, merchant.key);
      expect(options.status).to.equal(200);
    });
  });

  describe("422", () => {
    it("does not serve the form of another product", async () => {
      const merchant = await server.aMerchant();
      const other = await server.must<Form>(
        fetchForm(merchant, { providerId: "dunlin", productId: "health-individual" }),
      );
      const { providerId: _, ...form } = other;
      const end = server.gateway.trouble({
        insurerId: "dunlin",
        call: formCall,
        with: answering(200, form),
      });
      const answer = await server.get(pathOf(accident("dunlin")), merchant.key);
      end();
      expectProblem(answer, 422, "VALIDATION_FAILED", "/body/productId inconsistent");
    });
  });
});
