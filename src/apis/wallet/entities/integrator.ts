import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** A user of this API, by agreement: it has a consumer key and, once onboarded, a wallet. */
export const integratorEntity = declareEntity("wallet_integrators", {
  id: column.uuid.key,
  name: column.text,
  consumerKey: column.text,
  /** SHA-256. */
  consumerSecretHash: column.bytes,
  /** Of the secret before, which is valid until then; null where there was none. */
  previousSecretHash: column.bytes.nullable,
  previousSecretUntil: column.timestamp.nullable,
  /** Null before onboarding, like the three that follow. */
  walletName: column.text.nullable,
  shortName: column.text.nullable,
  username: column.text.nullable,
  implementation: column.textOf<"Pool" | "1-1">().nullable,
  /** The pool account, which is there from the beginning. */
  poolAccountNo: column.text,
  onboardedAt: column.timestamp.nullable,
  createdAt: column.timestamp,
  /** When its access ended. */
  revokedAt: column.timestamp.nullable,
});

export type Integrator = Row<typeof integratorEntity>;
