import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<
  InsuranceHandlers,
  | "listWebhookEndpoints"
  | "createWebhookEndpoint"
  | "getWebhookEndpoint"
  | "updateWebhookEndpoint"
  | "deleteWebhookEndpoint"
  | "rotateWebhookSecret"
  | "testWebhookEndpoint"
  | "listWebhookEvents"
>;

export function endpointHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return {
    listWebhookEndpoints: notYet,
    createWebhookEndpoint: notYet,
    getWebhookEndpoint: notYet,
    updateWebhookEndpoint: notYet,
    deleteWebhookEndpoint: notYet,
    rotateWebhookSecret: notYet,
    testWebhookEndpoint: notYet,
    listWebhookEvents: notYet,
  };
}
