import { CreateWebhooks1790000200000 } from "./migrations/1790000200000-create-webhooks.ts";

export const webhookMigrations = [CreateWebhooks1790000200000];
