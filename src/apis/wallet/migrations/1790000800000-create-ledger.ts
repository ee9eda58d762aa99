import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The books. Everything starts its key with the integrator, so that the books of one lie on one shard. A posting names both
 * of its accounts: one that does not balance cannot be written. Postings are never changed: a trigger stops every
 * statement that would.
 */
export class CreateLedger1790000800000 implements MigrationInterface {
  readonly name = "CreateLedger1790000800000";

  async up(runner: QueryRunner): Promise<void> {
    // Half-filled pages let an update stay on its page, without touching the index.
    await runner.query(`
      CREATE TABLE wallet_balances (
        integrator_id uuid NOT NULL,
        account_no text NOT NULL,
        currency text NOT NULL,
        balance bigint NOT NULL DEFAULT 0,
        held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
        minimum bigint,
        single_limit bigint CHECK (single_limit >= 0),
        daily_limit bigint CHECK (daily_limit >= 0),
        debit_day date,
        debited bigint NOT NULL DEFAULT 0 CHECK (debited >= 0),
        expects bigint CHECK (expects > 0),
        expects_until timestamptz,
        sequence bigint NOT NULL DEFAULT 0,
        hash text NOT NULL,
        PRIMARY KEY (integrator_id, account_no),
        CONSTRAINT wallet_balances_covered CHECK (minimum IS NULL OR balance - held >= minimum)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE wallet_transfers (
        integrator_id uuid NOT NULL,
        reference text NOT NULL,
        session_id text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('INTRA', 'INTER', 'INWARD', 'ONE_TIME')),
        status text NOT NULL CHECK (status IN ('PENDING', 'SETTLED', 'FAILED', 'REVERSED')),
        account_no text NOT NULL,
        counter_integrator_id uuid NOT NULL,
        counter_account_no text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        details jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (integrator_id, reference)
      )`);
    await runner.query("CREATE UNIQUE INDEX wallet_transfers_session ON wallet_transfers (integrator_id, session_id)");
    await runner.query(
      "CREATE INDEX wallet_transfers_pending ON wallet_transfers (created_at) WHERE status = 'PENDING'",
    );
    await runner.query(`
      CREATE INDEX wallet_transfers_inward ON wallet_transfers (integrator_id, created_at, reference)
      WHERE kind IN ('INWARD', 'ONE_TIME')`);
    await runner.query(`
      CREATE TABLE wallet_postings (
        integrator_id uuid NOT NULL,
        debit_account text NOT NULL,
        debit_sequence bigint NOT NULL CHECK (debit_sequence > 0),
        debit_balance bigint NOT NULL,
        debit_hash text NOT NULL,
        credit_account text NOT NULL,
        credit_sequence bigint NOT NULL CHECK (credit_sequence > 0),
        credit_balance bigint NOT NULL,
        credit_hash text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        reference text NOT NULL,
        reversal boolean NOT NULL,
        posted_at timestamptz NOT NULL,
        PRIMARY KEY (integrator_id, debit_account, debit_sequence),
        CONSTRAINT wallet_postings_credit UNIQUE (integrator_id, credit_account, credit_sequence),
        CHECK (debit_account <> credit_account)
      )`);
    await runner.query(`
      CREATE FUNCTION wallet_postings_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'postings are never changed; post the opposite instead' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await runner.query(`
      CREATE TRIGGER wallet_postings_final BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_postings
      FOR EACH STATEMENT EXECUTE FUNCTION wallet_postings_are_final()`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
