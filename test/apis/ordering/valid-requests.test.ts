/** Requests that the ordering document calls valid, made at random: none is refused for its form. */

import { here, orderingServer, type Problem } from "#test/builders/ordering.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { noneIsRefused, refusalsOfProblem } from "#test/contract/support/valid-requests.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";

/** What stands in the way of an order: what is on record, or the distance. No schema can say it. */
const rules = new Set(["createQuote MEAL_UNAVAILABLE", "createQuote OUT_OF_RANGE"]);

describe("requests that the ordering document calls valid", () => {
  const server = orderingServer();
  /** Ids of what is there, by the name of the field. */
  let ids: Readonly<Record<string, readonly string[]>>;
  let operatorToken: string;
  before(async () => {
    operatorToken = await anOperatorToken(server.database);
    const { vendorId, mealIds } = await server.aVendor();
    const { customerId, deliveryId } = await server.aDelivery();
    const { addressId } = await server.anAddress(customerId);
    const { reference, orderId } = await server.aDeclinedOrder();
    const { quoteId } = await server.aQuote();
    ids = {
      ...{ vendorId: [vendorId], mealId: mealIds, customerId: [customerId], deliveryId: [deliveryId] },
      ...{ addressId: [addressId], reference: [reference], orderId: [orderId], quoteId: [quoteId] },
    };
  });

  /** In most places something that is there, so that requests get past the look for it. */
  const known = (name: string, value: unknown, sampler: Sampler) => {
    if (name === "location") return sampler.chance(0.5) ? here : value;
    const those = typeof value === "string" && Object.hasOwn(ids, name) ? ids[name] : undefined;
    return those !== undefined && sampler.chance(0.8) ? sampler.pick(those) : value;
  };

  noneIsRefused("ordering", {
    known,
    isRule: (refusal) => rules.has(refusal),
    async send(documented, { path, query, headers, text }) {
      const { status, body } = await server.send<Problem>(
        documented.method.toUpperCase(),
        query.size === 0 ? path : `${path}?${query}`,
        { headers: { ...headers, ...(path.includes("/operators/") && { "x-api-key": operatorToken }) }, body: text },
      );
      return { status, body, refusals: refusalsOfProblem(documented, status, body) };
    },
  });
});
