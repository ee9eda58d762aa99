import { numberedPage } from "#src/http/numbered-page.ts";
import type { HandlersOf } from "../callers.ts";
import { currency, presentMeal, presentVendor } from "../presenters/records.ts";
import { deliveryRadius, feesAt } from "../pricing/price.ts";
import { menuOf, vendorsNearby } from "../vendors/vendors.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function vendorHandlers({ database, now }: HandlerDependencies): HandlersOf<"Vendors"> {
  const { manager } = database.dataSource;
  return {
    async listNearbyVendors({ query }) {
      const { latitude, longitude, page, pageSize } = query;
      const at = new Date(now());
      const radiusMeters = deliveryRadius(await feesAt(manager, at));
      const { items, total } = await numberedPage({ page, size: pageSize }, (range) =>
        vendorsNearby(manager, { latitude, longitude, radiusMeters }, range, at),
      );
      return { status: 200, body: { items: items.map(presentVendor), page, pageSize, total } };
    },

    async listVendorMeals({ path: { vendorId } }) {
      const meals = await menuOf(manager, vendorId);
      return { status: 200, body: { vendorId, currency, items: meals.map(presentMeal) } };
    },
  };
}
