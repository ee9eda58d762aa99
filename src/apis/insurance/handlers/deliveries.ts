import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<InsuranceHandlers, "listWebhookDeliveries" | "getWebhookDelivery" | "retryWebhookDelivery">;

export function deliveryHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return { listWebhookDeliveries: notYet, getWebhookDelivery: notYet, retryWebhookDelivery: notYet };
}
