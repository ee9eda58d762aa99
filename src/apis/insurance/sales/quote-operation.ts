/** Has an insurer price a product, once for a key, and writes the quote down. */
import { randomUUIDv7 } from "node:crypto";
import type { ClientBase } from "pg";
import type { Schemas } from "#generated/insurance/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import type { QuoteRow } from "../entities/quote.ts";
import { emitInsuranceEvent } from "../events.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import type { Answered } from "../insurers/protocol.ts";
import type { Insurers } from "../insurers/registry.ts";
import { declareOperation, type Intent } from "../intents/operation.ts";
import { presentQuote } from "../presenters/records.ts";
import type { AdmittedQuote } from "./quote-admission.ts";

export interface QuoteDependencies {
  readonly insurers: Insurers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type Quoted = Answered<"createQuote">;

/** A quote that nobody has heard of binds nobody: it is forgotten, and found again by the same key. */
export function quoteOperation({ insurers, now }: QuoteDependencies) {
  return declareOperation<AdmittedQuote, Quoted, Schemas["Quote"]>({
    whenLost: "forget",

    async call({ providerId, environment, insurerKey, request: body }, { requestId }) {
      const insurer = await insurers.reach(providerId, "createQuote");
      return insurer.call("createQuote", { body, idempotencyKey: insurerKey }, { requestId, environment });
    },

    async commit(client, intent, quoted) {
      const at = new Date(now());
      const row = quoteRow(intent, quoted, at);
      if (!(await insertQuote(client, row))) throw quotedBefore(intent.providerId);
      const body = presentQuote(row, at);
      const { providerId, quoteId: resourceId } = row;
      await emitInsuranceEvent(client, intent, { type: "quote.created", providerId, resourceId, data: body }, at);
      return { status: 201, body };
    },
  });
}

function quoteRow({ businessId, environment, providerId }: Intent, quoted: Quoted, createdAt: Date): QuoteRow {
  const { quoteId, productId, formId, formVersion, total, lines, expiresAt } = quoted;
  return {
    businessId,
    environment,
    providerId,
    quoteId,
    position: randomUUIDv7(),
    productId,
    formId,
    formVersion,
    status: "USABLE",
    totalMinor: total.amountMinor,
    currency: total.currency,
    lines,
    expiresAt: parseDateTime(expiresAt),
    createdAt,
    updatedAt: createdAt,
  };
}

/** False when there is a quote of this insurer with this id already. By insurance_quotes_pkey. */
async function insertQuote(client: ClientBase, row: QuoteRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO insurance_quotes (business_id, environment, provider_id, quote_id, position, product_id, form_id,
       form_version, status, total_minor, currency, lines, expires_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
    [
      row.businessId,
      row.environment,
      row.providerId,
      row.quoteId,
      row.position,
      row.productId,
      row.formId,
      row.formVersion,
      row.status,
      row.totalMinor,
      row.currency,
      JSON.stringify(row.lines),
      row.expiresAt,
      row.createdAt,
      row.updatedAt,
    ],
  );
  return rowCount === 1;
}

/** Which of two offers an id stands for must never be in doubt. */
function quotedBefore(providerId: string): InsurerFailure {
  const finding = { path: "/body/quoteId", code: "inconsistent", message: "is the id of an earlier quote" };
  return new InsurerFailure(providerId, "createQuote", { kind: "invalid", status: 201, findings: [finding] });
}
