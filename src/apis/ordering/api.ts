/** The customer ordering API, put together: its document, its handlers and what they stand on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "#generated/ordering/contract.ts";
import validators from "#generated/ordering/validators.cjs";
import type { Config } from "#src/config.ts";
import { type Api, bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { Problem } from "#src/http/problem.ts";
import type { Job } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { isPassing } from "#src/storage/passing.ts";
import type { Callers } from "./callers.ts";
import { customerHandlers } from "./handlers/customers.ts";
import { paymentPageHandlers } from "./handlers/payment-page.ts";
import { paymentHandlers } from "./handlers/payments.ts";
import { pricingHandlers } from "./handlers/pricing.ts";
import { reviewHandlers } from "./handlers/reviews.ts";
import { vendorHandlers } from "./handlers/vendors.ts";
import { FormTokens } from "./payments/form-token.ts";
import { presentProblemPage } from "./presenters/payment-page.ts";
import { orderingJobs } from "./upkeep.ts";

export interface OrderingParts {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly config: Pick<Config, "trustedProxies">;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: () => number;
}

export interface Ordering {
  readonly api: Api;
  readonly jobs: readonly Job<unknown>[];
  close(): Promise<void>;
}

/** How errors of the payment page are written. */
export const orderingPresenters: Readonly<Record<string, ProblemPresenter>> = { page: presentProblemPage };

const documentFile = join(import.meta.dirname, "..", "..", "..", "generated", "ordering", "openapi.json");
const retrySeconds = 2;

/** Opens the API over a database with its schema in place. Throws BindingError when document and code disagree. */
export async function openOrdering({
  database: { pool },
  masterKey,
  config,
  now = Date.now,
}: OrderingParts): Promise<Ordering> {
  const parts = { pool, now };
  const api = bindApi<Contract, Callers>({
    name: "ordering",
    document: JSON.parse(readFileSync(documentFile, "utf8")) as OpenApiDocument,
    validators,
    authenticators: {},
    presenters: orderingPresenters,
    asProblem: overloadedWhenPassing,
    handlers: {
      ...vendorHandlers(parts),
      ...pricingHandlers(parts),
      ...customerHandlers(parts),
      ...paymentHandlers({ ...parts, proxies: trustedProxies(config.trustedProxies) }),
      ...paymentPageHandlers({ ...parts, tokens: new FormTokens(masterKey) }),
      ...reviewHandlers(parts),
    },
  });
  return { api, jobs: orderingJobs, close: async () => {} };
}

/** Clients repeat what was answered 503, and have to look first after a 500. */
function overloadedWhenPassing(error: unknown): Problem | null {
  if (!isPassing(error)) return null;
  return new Problem("OVERLOADED", { headers: { "Retry-After": String(retrySeconds) }, cause: error });
}
