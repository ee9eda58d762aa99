/**
 * The merchant API over HTTP, against what its database has to do for it: one server in a process of its own, the sandbox
 * insurers in another, a client in a third. Each part makes its own records.
 */

import { withMarket } from "./insurance/market.ts";
import { benchPurchases } from "./insurance/purchases.ts";

export function benchMerchant(): Promise<void> {
  return withMarket(async (market) => {
    await benchPurchases(market);
  });
}
