/** The customer ordering API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/ordering/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { AccessTokens, createOperatorVerifier } from "#src/identity/access-tokens.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import type { Callers } from "./callers.ts";
import { orderingCommand } from "./commands.ts";
import { seedOrdering } from "./demo.ts";
import * as tables from "./entities.ts";
import { customerHandlers } from "./handlers/customers.ts";
import { deliveryHandlers } from "./handlers/deliveries.ts";
import { handlerDependencies } from "./handlers/dependencies.ts";
import { operatorHandlers } from "./handlers/operators.ts";
import { orderHandlers } from "./handlers/orders.ts";
import { paymentPageHandlers } from "./handlers/payment-page.ts";
import { paymentHandlers } from "./handlers/payments.ts";
import { pricingHandlers } from "./handlers/pricing.ts";
import { reviewHandlers } from "./handlers/reviews.ts";
import { vendorHandlers } from "./handlers/vendors.ts";
import { orderingJobs } from "./jobs.ts";
import { CreateOrdering1795000100000 } from "./migrations/1795000100000-create-ordering.ts";
import { presentProblemPage } from "./presenters/payment-page.ts";

/** How errors of the payment page are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { page: presentProblemPage };

async function open(given: ApiDependencies): Promise<OpenedApi> {
  const dependencies = handlerDependencies(given);
  const { database, following, now } = dependencies;
  const verifyOperator = createOperatorVerifier(database, new AccessTokens(given.masterKey), now);
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
  entities: entitiesIn(tables),
  migrations: [CreateOrdering1795000100000],
  presenters,
  open,
  seed: ({ database }) => seedOrdering(database),
  commands: (open) => [orderingCommand(open)],
} as const satisfies ApiModule;
