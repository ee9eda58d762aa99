/** How webhook endpoints and deliveries look to the business that owns them. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Delivery, DeliveryDetails } from "#src/webhooks/deliveries.ts";
import type { Endpoint } from "#src/webhooks/endpoints.ts";
import type { Tenant } from "../tenant.ts";

export function presentEndpoint(endpoint: Endpoint): Schemas["Endpoint"] {
  return { ...endpoint, events: [...endpoint.events] };
}

export function presentDelivery(delivery: Delivery, { environment }: Tenant): Schemas["Delivery"] {
  return { ...delivery, environment };
}

export function presentDeliveryDetails(
  { payload, endpoint, ...delivery }: DeliveryDetails,
  tenant: Tenant,
): Schemas["DeliveryDetails"] {
  return { ...presentDelivery(delivery, tenant), payload, endpoint: presentEndpoint(endpoint) };
}
