import { bytes, declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";

/** A user of this API, by agreement: it has a consumer key and, once onboarded, a wallet. */
export const integratorEntity = declareEntity("wallet_integrators", {
  id: key(uuid),
  name: text,
  consumerKey: text,
  /** SHA-256. */
  consumerSecretHash: bytes,
  /** Of the secret before, which is valid until then; null where there was none. */
  previousSecretHash: nullable(bytes),
  previousSecretUntil: nullable(timestamp),
  /** Null before onboarding, like the three that follow. */
  walletName: nullable(text),
  shortName: nullable(text),
  username: nullable(text),
  implementation: nullable(textOf<"Pool" | "1-1">()),
  /** The pool account, which is there from the beginning. */
  poolAccountNo: text,
  onboardedAt: nullable(timestamp),
  createdAt: timestamp,
  /** When its access ended. */
  revokedAt: nullable(timestamp),
});

export type Integrator = Row<typeof integratorEntity>;
