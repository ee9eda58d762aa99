/** Rules for answers beyond their schemas: those that span several members. */
import { check, type Validator } from "#src/contract/findings.ts";
import { type FieldError, maxFindings } from "#src/http/problem.ts";
import type { Answered, Asked, OperationId } from "./protocol.ts";

const rules: { readonly [Id in OperationId]?: (answered: Answered<Id>, asked: Asked<Id>) => FieldError[] } = {
  getForm(form, { path }) {
    const ids = form.fields.map(({ fieldId }) => fieldId);
    const findings = [
      ...same(form.productId, path.productId, "/body/productId"),
      ...same(form.context, path.context, "/body/context"),
    ];
    form.fields.forEach((field, index) => {
      const at = `/body/fields/${index}`;
      if (ids.indexOf(field.fieldId) !== index) findings.push(finding(`${at}/fieldId`, "is the name of two fields"));
      const condition = field.visibleWhen?.fieldId;
      if (condition !== undefined && !ids.includes(condition))
        findings.push(finding(`${at}/visibleWhen/fieldId`, "names no field of the form"));
      const parent = field.type === "remote_choice" ? /\{(\w+)\}/.exec(field.optionsUrl)?.[1] : undefined;
      if (parent !== undefined && !ids.includes(parent))
        findings.push(finding(`${at}/optionsUrl`, `names ${parent}, which is no field of the form`));
    });
    return findings;
  },

  createQuote(quote, { body }) {
    return [...same(quote.productId, body.productId, "/body/productId"), ...quoteFindings(quote, body)];
  },

  quotePolicyChange(quote, { body }) {
    return quoteFindings(quote, body);
  },

  createPurchase(purchase, { body }) {
    return [
      ...same(purchase.quoteId, body.quoteId, "/body/quoteId"),
      ...same(purchase.transactionId, body.transactionId, "/body/transactionId"),
      ...same(purchase.payment.amountMinor, body.payment.amountMinor, "/body/payment/amountMinor"),
      ...same(purchase.payment.currency, body.payment.currency, "/body/payment/currency"),
      ...same(purchase.policy.purchaseId, purchase.purchaseId, "/body/policy/purchaseId"),
    ];
  },

  getPolicy(policy, { path }) {
    return same(policy.policyId, path.policyId, "/body/policyId");
  },

  openClaim(claim, { path, body }) {
    return [
      ...same(claim.policyId, path.policyId, "/body/policyId"),
      ...same(claim.lossDate, body.lossDate, "/body/lossDate"),
    ];
  },

  getClaim(claim, { path }) {
    return same(claim.claimId, path.claimId, "/body/claimId");
  },

  attachToClaim(claim, { path, body }) {
    const isThere = claim.attachments.some(({ fileId }) => fileId === body.fileId);
    return [
      ...same(claim.claimId, path.claimId, "/body/claimId"),
      ...(isThere ? [] : [finding("/body/attachments", "lacks the file that was attached")]),
    ];
  },
};

/** Findings in the body of a success, by its schema; where that has none, by the rules beyond it. Paths start with `/body`. */
export function bodyFindings<Id extends OperationId>(
  id: Id,
  validate: Validator,
  body: unknown,
  asked: Asked<Id>,
): readonly FieldError[] {
  const bySchema = check(validate, body, "/body");
  return bySchema.length > 0 ? bySchema : answerFindings(id, body as Answered<Id>, asked);
}

/** Findings in an answer that matches its schema, at most a hundred. Paths start with `/body`. */
export function answerFindings<Id extends OperationId>(id: Id, answered: Answered<Id>, asked: Asked<Id>): FieldError[] {
  return rules[id]?.(answered, asked).slice(0, maxFindings) ?? [];
}

function quoteFindings(
  { formId, formVersion, total, lines }: Answered<"createQuote">,
  asked: { readonly formId: string; readonly formVersion: number },
): FieldError[] {
  const sum = lines.reduce((amount, line) => amount + line.amount.amountMinor, 0);
  const findings = [
    ...same(formId, asked.formId, "/body/formId"),
    ...same(formVersion, asked.formVersion, "/body/formVersion"),
  ];
  if (sum !== total.amountMinor)
    findings.push(finding("/body/total/amountMinor", `is not ${sum}, what the lines add up to`));
  if (total.amountMinor < 0) findings.push(finding("/body/total/amountMinor", "is negative"));
  lines.forEach(({ amount }, index) => {
    findings.push(...same(amount.currency, total.currency, `/body/lines/${index}/amount/currency`));
  });
  return findings;
}

function same(value: string | number, expected: string | number, path: string): FieldError[] {
  return value === expected ? [] : [finding(path, `must be ${JSON.stringify(expected)}`)];
}

function finding(path: string, message: string): FieldError {
  return { path, code: "inconsistent", message };
}
