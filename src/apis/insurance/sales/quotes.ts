/** Quotes of a business: asked for, read. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { notFound } from "#src/http/problem.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import type { QuoteRow } from "../entities/quote.ts";
import type { WriteCall } from "../idempotent-writes.ts";
import { InsurerFailure } from "../insurers/failure.ts";
import { perform } from "../intents/perform.ts";
import type { Tenant } from "../tenant.ts";
import { prepareQuote } from "./quote-preparation.ts";
import { type QuoteName, quoteOf } from "./quote-state.ts";

/**
 * Asks an insurer for a price, and keeps it. Throws Problem as `prepareQuote` and `perform` do, and InsurerFailure, whose
 * findings about our request to the insurer point into the seller's.
 */
export async function askForQuote(
  { intents }: Pick<HandlerDependencies, "intents">,
  body: Schemas["QuoteRequest"],
  call: WriteCall,
): Promise<IdempotentAnswer<Schemas["Quote"]>> {
  try {
    return await perform(intents, {
      ...call,
      operation: "createQuote",
      providerId: body.providerId,
      subject: null,
      sent: body,
      prepare: (transaction) => prepareQuote(transaction, call, body),
    });
  } catch (error) {
    throw error instanceof InsurerFailure ? error.withPaths(pathInRequest) : error;
  }
}

/** Where a member of the insurer's request came from: answers are split and the sale is grouped for it. */
function pathInRequest(path: string): string {
  return path.replace(/^\/body\/inputs(?=\/|$)/, "/body/configuration").replace(/^\/body\/sale(?=\/|$)/, "/body");
}

/** Throws Problem NOT_FOUND, also for a quote of another business or environment. By insurance_quotes_pkey. */
export async function readQuote(
  { database }: Pick<HandlerDependencies, "database">,
  tenant: Tenant,
  quote: QuoteName,
): Promise<QuoteRow> {
  const row = await quoteOf(database.dataSource.manager, tenant, quote);
  if (row === null) throw notFound("There is no such quote.");
  return row;
}
