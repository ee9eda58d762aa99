import { CreateWebhooks1790000200000 } from "./migrations/1790000200000-create-webhooks.ts";
import { NameEndpointQueues1790001100000 } from "./migrations/1790001100000-name-endpoint-queues.ts";

export const webhookMigrations = [CreateWebhooks1790000200000, NameEndpointQueues1790001100000];
