import { deliveryEntity } from "./entities/delivery.ts";
import { endpointEntity } from "./entities/endpoint.ts";
import { eventEntity } from "./entities/event.ts";
import { secretEntity } from "./entities/secret.ts";
import { CreateWebhooks1795000040000 } from "./migrations/1795000040000-create-webhooks.ts";

export const webhookEntities = [endpointEntity, secretEntity, eventEntity, deliveryEntity];

export const webhookMigrations = [CreateWebhooks1795000040000];
