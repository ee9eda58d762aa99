/** The customer ordering API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/ordering/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { Cursors } from "#src/http/cursor.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { AccessTokens, createOperatorVerifier } from "#src/identity/access-tokens.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import type { Callers } from "./callers.ts";
import { orderingCommand } from "./commands.ts";
import { Following } from "./deliveries/following.ts";
import { seedOrdering } from "./demo.ts";
import { customerHandlers } from "./handlers/customers.ts";
import { deliveryHandlers } from "./handlers/deliveries.ts";
import { operatorHandlers } from "./handlers/operators.ts";
import { orderHandlers } from "./handlers/orders.ts";
import { paymentPageHandlers } from "./handlers/payment-page.ts";
import { paymentHandlers } from "./handlers/payments.ts";
import { pricingHandlers } from "./handlers/pricing.ts";
import { reviewHandlers } from "./handlers/reviews.ts";
import { vendorHandlers } from "./handlers/vendors.ts";
import { orderingJobs } from "./jobs.ts";
import { FormTokens } from "./payments/form-token.ts";
import { presentProblemPage } from "./presenters/payment-page.ts";
import { orderingEntities, orderingMigrations } from "./schema.ts";

/** How errors of the payment page are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { page: presentProblemPage };

async function open({ database, masterKey, config, log, now = Date.now }: ApiDependencies): Promise<OpenedApi> {
  const verifyOperator = createOperatorVerifier(database, new AccessTokens(masterKey), now);
  const following = new Following({ pool: database.pool, log });
  const dependencies = {
    database,
    cursors: new Cursors(...keysOf(masterKey)),
    proxies: trustedProxies(config.trustedProxies),
    tokens: new FormTokens(masterKey),
    following,
    now,
  };
  const api = bindApi<Contract, Callers>({
    ...generated("ordering"),
    authenticators: { Operator: { authenticate: ({ value }) => verifyOperator(value), ownerOf: ({ id }) => id } },
    presenters,
    asProblem: overloadedWhenPassing,
    handlers: {
      ...vendorHandlers(dependencies),
      ...pricingHandlers(dependencies),
      ...customerHandlers(dependencies),
      ...paymentHandlers(dependencies),
      ...paymentPageHandlers(dependencies),
      ...orderHandlers(dependencies),
      ...deliveryHandlers(dependencies),
      ...reviewHandlers(dependencies),
      ...operatorHandlers(dependencies),
    },
  });
  return { api, jobs: orderingJobs, endStreams: () => following.end(), close: async () => {} };
}

export const ordering = {
  name: "ordering",
  title: "Customer Ordering",
  entities: orderingEntities,
  migrations: orderingMigrations,
  presenters,
  open,
  seed: ({ database }) => seedOrdering(database),
  commands: (open) => [orderingCommand(open)],
} as const satisfies ApiModule;
