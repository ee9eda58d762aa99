import { ForwardMigration } from "#src/http/forward-migration.ts";
import { rowsOfLiterals } from "#src/storage/literals.ts";
import { banks, billers, bvnRecords } from "../registries/seeds.ts";

/**
 * The books, the integrators with their clients and accounts, and the sandbox's registries. Tables of an integrator start their key with
 * it, so that the books of one lie on one shard.
 */
export class CreateWallet1795000120000 extends ForwardMigration {
  protected override readonly statements = [...ledger, ...integrators, ...accounts, ...outside, ...registries];
}

/**
 * A posting names both of its accounts: one that does not balance cannot be written. Postings are never changed: a trigger stops every
 * statement that would.
 */
const ledger = [
  // An update stays on its page, without touching the index, where there is a little room: it clears what the update before left there.
  `CREATE TABLE wallet_balances (
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
   ) WITH (fillfactor = 85)`,
  `CREATE TABLE wallet_transfers (
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
   )`,
  "CREATE UNIQUE INDEX wallet_transfers_session ON wallet_transfers (integrator_id, session_id)",
  "CREATE INDEX wallet_transfers_pending ON wallet_transfers (created_at) WHERE status = 'PENDING'",
  `CREATE INDEX wallet_transfers_inward ON wallet_transfers (integrator_id, created_at, reference)
     WHERE kind IN ('INWARD', 'ONE_TIME')`,
  // Transfers that came back are few, and are listed without reading the others.
  `CREATE INDEX wallet_transfers_returned ON wallet_transfers (integrator_id, created_at, reference)
     WHERE status = 'REVERSED'`,
  `CREATE TABLE wallet_postings (
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
   )`,
  `CREATE FUNCTION wallet_postings_are_final() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'postings are never changed; post the opposite instead' USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER wallet_postings_final BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_postings
   FOR EACH STATEMENT EXECUTE FUNCTION wallet_postings_are_final()`,
];

const integrators = [
  `CREATE TABLE wallet_integrators (
     id uuid PRIMARY KEY,
     name text NOT NULL,
     consumer_key text NOT NULL CONSTRAINT wallet_integrators_consumer_key UNIQUE,
     consumer_secret_hash bytea NOT NULL,
     wallet_name text,
     short_name text,
     username text,
     implementation text CHECK (implementation IN ('Pool', '1-1')),
     pool_account_no text NOT NULL,
     onboarded_at timestamptz,
     created_at timestamptz NOT NULL,
     previous_secret_hash bytea,
     previous_secret_until timestamptz,
     revoked_at timestamptz
   )`,
  `CREATE TABLE wallet_clients (
     integrator_id uuid NOT NULL,
     id text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('person', 'company', 'wallet')),
     name text NOT NULL,
     first_name text NOT NULL,
     middle_name text NOT NULL,
     last_name text NOT NULL,
     bvn text NOT NULL,
     phone text NOT NULL,
     gender text CHECK (gender IN ('Male', 'Female')),
     born_on date,
     address text NOT NULL,
     rc_number text,
     created_at timestamptz NOT NULL,
     phone_key text,
     PRIMARY KEY (integrator_id, id)
   )`,
  // A wallet has one account for a person's BVN, one for a company, and one for a phone without a BVN, which phone_key has.
  `CREATE UNIQUE INDEX wallet_clients_bvn ON wallet_clients (integrator_id, bvn) WHERE kind = 'person' AND bvn <> ''`,
  "CREATE UNIQUE INDEX wallet_clients_company ON wallet_clients (integrator_id, rc_number) WHERE kind = 'company'",
  "CREATE UNIQUE INDEX wallet_clients_phone ON wallet_clients (integrator_id, phone_key)",
];

const accounts = [
  "CREATE SEQUENCE wallet_account_serials MINVALUE 100000000 MAXVALUE 999999999",
  // Looked up by the number alone, before its integrator is known.
  `CREATE TABLE wallet_account_numbers (
     account_no text PRIMARY KEY,
     integrator_id uuid NOT NULL
   )`,
  // settles_to: where the payment to a one-time account goes on to.
  `CREATE TABLE wallet_accounts (
     integrator_id uuid NOT NULL,
     account_no text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('pool', 'client', 'virtual', 'system')),
     savings_id text NOT NULL,
     client_id text NOT NULL,
     name text NOT NULL,
     tier smallint NOT NULL CHECK (tier BETWEEN 1 AND 3),
     created_at timestamptz NOT NULL,
     settles_to text,
     PRIMARY KEY (integrator_id, account_no)
   )`,
  "CREATE INDEX wallet_accounts_client ON wallet_accounts (integrator_id, client_id) WHERE kind = 'client'",
  `CREATE TABLE wallet_virtual_accounts (
     integrator_id uuid NOT NULL,
     reference text NOT NULL,
     account_no text NOT NULL,
     merchant_id text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (integrator_id, reference)
   )`,
];

/** Services that we call, of which there is at most one each: the sandbox's, or a real one, which a start of the sandbox leaves in place. */
const outside = ["wallet_clearing_house", "wallet_qr_platform"].map(
  (table) => `CREATE TABLE ${table} (
     singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
     url text NOT NULL,
     secret bytea NOT NULL,
     sandbox boolean NOT NULL
   )`,
);

const registries = [
  `CREATE TABLE wallet_bvn_records (
     bvn text PRIMARY KEY,
     first_name text NOT NULL,
     middle_name text NOT NULL,
     last_name text NOT NULL,
     gender text NOT NULL CHECK (gender IN ('Male', 'Female')),
     born_on date NOT NULL,
     phone text NOT NULL
   )`,
  `INSERT INTO wallet_bvn_records (bvn, first_name, middle_name, last_name, gender, born_on, phone) VALUES ${rowsOfLiterals(
    bvnRecords.map((one) => [
      ...[one.bvn, one.firstName, one.middleName, one.lastName],
      ...[one.gender, one.bornOn, one.phone],
    ]),
  )}`,
  "CREATE TABLE wallet_banks (code text PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL)",
  `INSERT INTO wallet_banks (code, name, created_at) VALUES ${rowsOfLiterals(
    banks.map(({ code, name, createdAt }) => [code, name, createdAt]),
  )}`,
  `CREATE TABLE wallet_billers (
     id text PRIMARY KEY,
     name text NOT NULL,
     division text NOT NULL,
     product text NOT NULL,
     category text NOT NULL
   )`,
  `INSERT INTO wallet_billers (id, name, division, product, category) VALUES ${rowsOfLiterals(
    billers.map(({ id, name, division, product, category }) => [id, name, division, product, category]),
  )}`,
];
