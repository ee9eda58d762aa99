import { EntitySchema } from "typeorm";
import type { ServiceAddress } from "#src/outside/outside-service.ts";

/** Where the QR platform is today, and the secret that it knows us by. */
export interface QrPlatformAddress extends ServiceAddress {
  sandbox: boolean;
}

export const qrPlatformEntity = new EntitySchema<QrPlatformAddress>({
  name: "WalletQrPlatform",
  tableName: "wallet_qr_platform",
  columns: {
    singleton: { type: "boolean", primary: true },
    url: { type: "text" },
    secret: { type: "bytea" },
    sandbox: { type: "boolean" },
  },
});
