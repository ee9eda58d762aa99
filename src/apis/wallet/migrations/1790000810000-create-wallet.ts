import type { MigrationInterface, QueryRunner } from "typeorm";
import { banks, billers, bvnRecords } from "../registries/seeds.ts";

/**
 * Integrators, their clients and accounts, and the sandbox's registries. Tables of an integrator start their key with it.
 * Integrators, account numbers and registries are small or looked up by their own id: reference tables on a cluster.
 */
export class CreateWallet1790000810000 implements MigrationInterface {
  readonly name = "CreateWallet1790000810000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_integrators (
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
        created_at timestamptz NOT NULL
      )`);
    await runner.query("CREATE SEQUENCE wallet_account_serials MINVALUE 100000000 MAXVALUE 999999999");
    await runner.query(`
      CREATE TABLE wallet_account_numbers (
        account_no text PRIMARY KEY,
        integrator_id uuid NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE wallet_clients (
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
        PRIMARY KEY (integrator_id, id)
      )`);
    // A wallet has one account for a person's BVN, and one for a company.
    await runner.query(`
      CREATE UNIQUE INDEX wallet_clients_bvn ON wallet_clients (integrator_id, bvn) WHERE kind = 'person' AND bvn <> ''`);
    await runner.query(`
      CREATE UNIQUE INDEX wallet_clients_company ON wallet_clients (integrator_id, rc_number) WHERE kind = 'company'`);
    await runner.query(`
      CREATE TABLE wallet_accounts (
        integrator_id uuid NOT NULL,
        account_no text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('pool', 'client', 'virtual', 'system')),
        savings_id text NOT NULL,
        client_id text NOT NULL,
        name text NOT NULL,
        tier smallint NOT NULL CHECK (tier BETWEEN 1 AND 3),
        created_at timestamptz NOT NULL,
        PRIMARY KEY (integrator_id, account_no)
      )`);
    await runner.query(`
      CREATE TABLE wallet_virtual_accounts (
        integrator_id uuid NOT NULL,
        reference text NOT NULL,
        account_no text NOT NULL,
        merchant_id text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (integrator_id, reference)
      )`);
    await runner.query(`
      CREATE TABLE wallet_clearing_house (
        singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
        url text NOT NULL,
        secret bytea NOT NULL
      )`);
    await this.#registries(runner);
  }

  async #registries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallet_bvn_records (
        bvn text PRIMARY KEY,
        first_name text NOT NULL,
        middle_name text NOT NULL,
        last_name text NOT NULL,
        gender text NOT NULL CHECK (gender IN ('Male', 'Female')),
        born_on date NOT NULL,
        phone text NOT NULL
      )`);
    for (const { bvn, firstName, middleName, lastName, gender, bornOn, phone } of bvnRecords)
      await runner.query("INSERT INTO wallet_bvn_records VALUES ($1, $2, $3, $4, $5, $6, $7)", [
        bvn,
        firstName,
        middleName,
        lastName,
        gender,
        bornOn,
        phone,
      ]);
    await runner.query(
      "CREATE TABLE wallet_banks (code text PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL)",
    );
    for (const { code, name, createdAt } of banks)
      await runner.query("INSERT INTO wallet_banks VALUES ($1, $2, $3)", [code, name, createdAt]);
    await runner.query(`
      CREATE TABLE wallet_billers (
        id text PRIMARY KEY,
        name text NOT NULL,
        division text NOT NULL,
        product text NOT NULL,
        category text NOT NULL
      )`);
    for (const { id, name, division, product, category } of billers)
      await runner.query("INSERT INTO wallet_billers VALUES ($1, $2, $3, $4, $5)", [
        id,
        name,
        division,
        product,
        category,
      ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only");
  }
}
