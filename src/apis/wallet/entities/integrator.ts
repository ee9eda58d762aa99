import { EntitySchema } from "typeorm";

/** A user of this API, by agreement: it has a consumer key and, once onboarded, a wallet. */
export interface Integrator {
  id: string;
  name: string;
  consumerKey: string;
  /** SHA-256. */
  consumerSecretHash: Buffer;
  /** Of the secret before, which is valid until then; null where there was none. */
  previousSecretHash: Buffer | null;
  previousSecretUntil: Date | null;
  /** Null before onboarding, like the three that follow. */
  walletName: string | null;
  shortName: string | null;
  username: string | null;
  implementation: "Pool" | "1-1" | null;
  /** The pool account, which is there from the beginning. */
  poolAccountNo: string;
  onboardedAt: Date | null;
  createdAt: Date;
  /** When its access ended. */
  revokedAt: Date | null;
}

export const integratorEntity = new EntitySchema<Integrator>({
  name: "WalletIntegrator",
  tableName: "wallet_integrators",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    consumerKey: { name: "consumer_key", type: "text" },
    consumerSecretHash: { name: "consumer_secret_hash", type: "bytea" },
    previousSecretHash: { name: "previous_secret_hash", type: "bytea", nullable: true },
    previousSecretUntil: { name: "previous_secret_until", type: "timestamptz", nullable: true },
    walletName: { name: "wallet_name", type: "text", nullable: true },
    shortName: { name: "short_name", type: "text", nullable: true },
    username: { type: "text", nullable: true },
    implementation: { type: "text", nullable: true },
    poolAccountNo: { name: "pool_account_no", type: "text" },
    onboardedAt: { name: "onboarded_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
    revokedAt: { name: "revoked_at", type: "timestamptz", nullable: true },
  },
});
