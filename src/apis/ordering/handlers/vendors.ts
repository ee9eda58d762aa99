import type { HandlersOf } from "../callers.ts";
import { currency, presentVendor } from "../presenters/records.ts";
import { feesAt } from "../pricing/fees.ts";
import { deliveryRadius } from "../pricing/price.ts";
import { menuOf } from "../vendors/menu.ts";
import { vendorsNearby } from "../vendors/vendors.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function vendorHandlers({ pool, now }: HandlerDependencies): HandlersOf<"Vendors"> {
  return {
    async listNearbyVendors({ query }) {
      const { page, pageSize } = query;
      const at = new Date(now());
      const radiusMeters = deliveryRadius(await feesAt(pool, at));
      const { items, total } = await vendorsNearby(pool, { ...query, radiusMeters }, at);
      return { status: 200, body: { items: items.map(presentVendor), page, pageSize, total } };
    },

    async listVendorMeals({ path: { vendorId } }) {
      const items = await menuOf(pool, vendorId);
      return { status: 200, body: { vendorId, currency, items } };
    },
  };
}
