import { expect } from "chai";
import { answerFindings } from "#src/apis/insurance/insurers/answer-rules.ts";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { anInsurersQuote } from "#test/builders/insurance/answers.ts";
import { aQuoteCall } from "#test/builders/insurance/insurers.ts";

const paths = (findings: readonly { readonly path: string }[]) => findings.map(({ path }) => path);

describe("rules that span the members of an insurer's answer", () => {
  const aForm = (fields: Schemas["FormField"][]): Schemas["Form"] => ({
    formId: "f",
    formVersion: 1,
    context: "new_business",
    productId: "p",
    fields,
  });
  const asked = { path: { productId: "p", context: "new_business" } } as const;
  const make: Schemas["FormField"] = { fieldId: "make", type: "text", label: "Make", required: true };

  it("finds nothing in a sound form", () => {
    const model: Schemas["FormField"] = {
      fieldId: "model",
      type: "remote_choice",
      label: "Model",
      required: true,
      optionsUrl: "/options/models/{make}",
      searchable: false,
      minQueryLength: 0,
      visibleWhen: { fieldId: "make", equals: "toyota" },
    };
    expect(answerFindings("getForm", aForm([make, model]), asked)).to.deep.equal([]);
  });

  it("finds a form of another product, fields of one name, and references to no field", () => {
    const model: Schemas["FormField"] = {
      fieldId: "make",
      type: "remote_choice",
      label: "Model",
      required: true,
      optionsUrl: "/options/models/{brand}",
      searchable: false,
      minQueryLength: 0,
      visibleWhen: { fieldId: "colour", equals: "red" },
    };
    const form = { ...aForm([make, model]), productId: "other", context: "renewal" as const };
    expect(paths(answerFindings("getForm", form, asked))).to.deep.equal([
      "/body/productId",
      "/body/context",
      "/body/fields/1/fieldId",
      "/body/fields/1/visibleWhen/fieldId",
      "/body/fields/1/optionsUrl",
    ]);
  });

  it("tells of a hundred findings at most, as a problem does", () => {
    const fields = Array.from({ length: 200 }, () => make);
    expect(answerFindings("getForm", aForm(fields), asked)).to.have.length(100);
  });

  const quoted = aQuoteCall();
  const aQuote = (total: number, amounts: readonly number[], currency = "NGN") =>
    anInsurersQuote(total, {
      lines: amounts.map((amountMinor) => ({ kind: "PREMIUM", label: "Premium", amount: { amountMinor, currency } })),
    });

  it("finds nothing in a quote that adds up, discounts included", () => {
    expect(answerFindings("createQuote", aQuote(90, [100, -10]), quoted)).to.deep.equal([]);
  });

  it("finds lines that do not add up, and lines in another currency", () => {
    expect(paths(answerFindings("createQuote", aQuote(90, [100]), quoted))).to.deep.equal(["/body/total/amountMinor"]);
    expect(paths(answerFindings("createQuote", aQuote(90, [90], "EUR"), quoted))).to.deep.equal([
      "/body/lines/0/amount/currency",
    ]);
  });

  it("finds a negative price, and a quote of another form", () => {
    expect(paths(answerFindings("createQuote", aQuote(-10, [-10]), quoted))).to.deep.equal(["/body/total/amountMinor"]);
    expect(paths(answerFindings("createQuote", { ...aQuote(1, [1]), formVersion: 2 }, quoted))).to.deep.equal([
      "/body/formVersion",
    ]);
  });
});
