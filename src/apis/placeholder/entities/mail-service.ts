import { EntitySchema } from "typeorm";
import type { ServiceAddress } from "#src/outside/outside-service.ts";

/** Where mail is handed over today, and the secret that the service knows us by. */
export interface MailServiceAddress extends ServiceAddress {
  sandbox: boolean;
}

export const mailServiceEntity = new EntitySchema<MailServiceAddress>({
  name: "PlaceholderMailService",
  tableName: "placeholder_mail_service",
  columns: {
    singleton: { type: "boolean", primary: true },
    url: { type: "text" },
    secret: { type: "bytea" },
    sandbox: { type: "boolean" },
  },
});
