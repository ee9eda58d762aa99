import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { fetchedFormEntity } from "#src/apis/insurance/entities.ts";
import type { Schemas as Insurer } from "#src/apis/insurance/insurers/protocol.ts";
import { insuranceServer, type Merchant, type Product } from "#test/builders/insurance/server.ts";
import { expectProblem } from "#test/support/refusals.ts";

type Page = Schemas["OptionPage"];

const motor: Product = { providerId: "aegis", productId: "motor-comprehensive" };
const travel: Product = { providerId: "caravel", productId: "travel-single-trip" };
const pathOf = ({ providerId, productId } = motor, version: number | string = 1) =>
  `/forms/${providerId}/${productId}.new_business/${version}/options`;
const makes = { fieldId: "vehicleMake", query: "toy" };
const models = { fieldId: "vehicleModel", query: "y", values: { vehicleMake: "toyota" } };

const remote = (fieldId: string, more: Partial<Insurer["RemoteChoiceField"]>): Insurer["RemoteChoiceField"] => ({
  ...{ fieldId, type: "remote_choice", label: fieldId, required: true, optionsUrl: "/options/cities" },
  ...{ searchable: true, minQueryLength: 0, ...more },
});

describe("listFieldOptions", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });

  const options = ({ key }: Merchant, body: object, product?: Product, version?: number) =>
    server.post<Page>(pathOf(product, version), body, key);
  const refusal = ({ key }: Merchant, body: object, product?: Product, version?: number | string) =>
    server.post(pathOf(product, version), body, key);

  const aMerchant = (...products: readonly Product[]) => server.aSeller(products);
  /** A form as no sandbox insurer has it, fetched by the merchant. */
  const fetched = async (
    { businessId, environment }: Merchant,
    fields: Insurer["FormField"][],
    formVersion: number,
  ) => {
    const form = { ...motor, formId: `${motor.productId}.new_business`, formVersion, context: "new_business" } as const;
    await server.database.dataSource
      .getRepository(fetchedFormEntity)
      .insert({ businessId, environment, ...form, fields, fetchedAt: new Date() });
  };

  describe("200", () => {
    it("searches the options of a field", async () => {
      const merchant = await aMerchant(motor);
      for (const query of ["toy", " TOY\t"]) {
        const { status, body } = await options(merchant, { fieldId: "vehicleMake", query });
        expect(status).to.equal(200);
        expect(body).to.deep.equal({ options: [{ value: "toyota", label: "Toyota" }], nextCursor: null });
      }
    });

    it("needs no search where the list can be read through", async () => {
      const merchant = await aMerchant(travel);
      for (const query of [undefined, null, ""]) {
        const { body } = await options(merchant, { fieldId: "destination", query }, travel);
        expect(body.options).to.have.length(50);
        expect(body.nextCursor).to.be.a("string");
      }
    });

    it("goes on with a cursor also when answers have changed that the options do not depend on", async () => {
      const merchant = await aMerchant(motor);
      const asked = { fieldId: "vehicleModel", query: "a", limit: 1 };
      const toyota = (holderName: string) => ({ vehicleMake: "toyota", holderName });
      const { nextCursor } = await server.must<Page>(options(merchant, { ...asked, values: toyota("Ada") }));
      const next = await options(merchant, { ...asked, values: toyota("Ada Obi"), cursor: nextCursor });
      expect(next.status).to.equal(200);
    });

    it("serves an old version of a form that was fetched", async () => {
      const merchant = await aMerchant(motor);
      await fetched(merchant, [remote("city", {})], 7);
      expect((await options(merchant, { fieldId: "city", query: "owerri" }, motor, 7)).body.options).to.have.length(1);
      expect((await options(merchant, makes, motor, 1)).status).to.equal(200);
    });

    it("finds a form that several products share as long as one of them may be sold", async () => {
      const merchant = await aMerchant(motor);
      const forms = server.database.dataSource.getRepository(fetchedFormEntity);
      const form = await forms.findOneByOrFail({ businessId: merchant.businessId });
      await forms.insert({ ...form, productId: "another" });
      expect((await options(merchant, makes)).status).to.equal(200);
    });
  });

  describe("400", () => {
    it("names the answer that leads to no list, and asks no insurer", async () => {
      const merchant = await aMerchant(motor);
      const before = server.gateway.seen.length;
      for (const [rule, vehicleMake] of [
        ["missing", undefined],
        ["not_scalar", ["toyota"]],
        ["escapes", "../products"],
      ] as const) {
        const answer = await refusal(merchant, { fieldId: "vehicleModel", query: "y", values: { vehicleMake } });
        expectProblem(answer, 400, "BAD_REQUEST", `/body/values/vehicleMake ${rule}`);
      }
      expect(server.gateway.seen).to.have.length(before);
    });

    it("refuses a cursor of another field, search, answer, form, insurer, environment or business", async () => {
      const both = [motor, { providerId: "borealis", productId: motor.productId }];
      const merchant = await aMerchant(...both);
      const live = await server.aMerchant({ environment: "live", businessId: merchant.businessId, sells: [motor] });
      await server.aFetchedForm(live, motor.providerId, motor.productId);
      await fetched(merchant, [remote("vehicleModel", { optionsUrl: "/options/vehicle-models/{vehicleMake}" })], 2);
      const asked = { ...models, query: "a", limit: 1 };
      const { nextCursor: cursor } = await server.must<Page>(options(merchant, asked));
      const goesOn = { ...asked, cursor };
      expect((await options(merchant, goesOn)).status).to.equal(200);
      const refused = [
        refusal(merchant, { ...goesOn, fieldId: "vehicleMake", query: "aa" }),
        refusal(merchant, { ...goesOn, query: "c" }),
        refusal(merchant, { ...goesOn, values: { vehicleMake: "honda" } }),
        refusal(merchant, goesOn, motor, 2),
        refusal(merchant, goesOn, both[1]),
        refusal(live, goesOn),
        refusal(await aMerchant(motor), goesOn),
        refusal(merchant, { ...goesOn, cursor: `${cursor}A` }),
        refusal(merchant, { ...goesOn, cursor: "NTA" }),
      ];
      for (const answer of await Promise.all(refused)) expectProblem(answer, 400, "INVALID_CURSOR");
    });
  });

  describe("404", () => {
    const notFound = async (answer: ReturnType<typeof refusal>) => {
      const before = server.gateway.seen.length;
      expectProblem(await answer, 404, "NOT_FOUND");
      expect(server.gateway.seen).to.have.length(before);
    };

    it("knows no form that was never fetched, nor another version of one that was", async () => {
      const merchant = await aMerchant(motor);
      await notFound(refusal(merchant, makes, { providerId: "borealis", productId: motor.productId }));
      await notFound(refusal(merchant, makes, { providerId: "aegis", productId: "motor-third-party" }));
      await notFound(refusal(merchant, makes, motor, 2));
      await notFound(refusal(merchant, makes, { providerId: "unknown", productId: "unknown" }));
    });

    it("knows no options of fields that load none, or that do not exist", async () => {
      const merchant = await aMerchant(motor);
      for (const fieldId of ["holderName", "occupation", "unknown", "vehicleMake'--"])
        await notFound(refusal(merchant, { fieldId }));
    });
  });

  describe("422", () => {
    it("refuses a search that is shorter than the field takes, and asks no insurer", async () => {
      const merchant = await aMerchant(motor);
      const before = server.gateway.seen.length;
      for (const query of ["t", "\u{1F697}", " t ", undefined, null, ""])
        expectProblem(
          await refusal(merchant, { fieldId: "vehicleMake", query }),
          422,
          "VALIDATION_FAILED",
          "/body/query minLength",
        );
      expect(server.gateway.seen).to.have.length(before);
    });

    it("refuses to search options that cannot be searched", async () => {
      const merchant = await aMerchant(motor);
      await fetched(merchant, [remote("city", { searchable: false, minQueryLength: 2 })], 9);
      const answer = await refusal(merchant, { fieldId: "city", query: "aba" }, motor, 9);
      expectProblem(answer, 422, "VALIDATION_FAILED", "/body/query notSearchable");
      for (const query of [undefined, null, ""])
        expect((await options(merchant, { fieldId: "city", query }, motor, 9)).status).to.equal(200);
    });
  });
});
