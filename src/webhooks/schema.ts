import { deliveryEntity } from "./entities/delivery.ts";
import { endpointEntity } from "./entities/endpoint.ts";
import { eventEntity } from "./entities/event.ts";
import { secretEntity } from "./entities/secret.ts";
import { CreateWebhooks1790000200000 } from "./migrations/1790000200000-create-webhooks.ts";
import { NameEndpointQueues1790001100000 } from "./migrations/1790001100000-name-endpoint-queues.ts";
import { NoteFailingEndpoints1790002501000 } from "./migrations/1790002501000-note-failing-endpoints.ts";

export const webhookEntities = [endpointEntity, secretEntity, eventEntity, deliveryEntity];

export const webhookMigrations = [
  CreateWebhooks1790000200000,
  NameEndpointQueues1790001100000,
  NoteFailingEndpoints1790002501000,
];
