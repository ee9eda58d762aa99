import type { MigrationInterface, QueryRunner } from "typeorm";

/** Level, code, name, parent and place among its siblings, then whether it is served. Parents come first. */
const nodes = `
  ('class', 'GENERAL', 'General insurance', NULL, 10, true),
  ('class', 'LIFE_AND_HEALTH', 'Life and health', NULL, 20, true),
  ('class', 'MICRO', 'Micro-insurance', NULL, 30, false),
  ('category', 'DEVICE', 'Devices', 'GENERAL', 10, true),
  ('category', 'HOME', 'Home', 'GENERAL', 20, true),
  ('category', 'MOTOR', 'Motor', 'GENERAL', 30, true),
  ('category', 'TRAVEL', 'Travel', 'GENERAL', 40, true),
  ('category', 'MARINE', 'Marine', 'GENERAL', 50, false),
  ('category', 'ACCIDENT', 'Accident', 'LIFE_AND_HEALTH', 10, true),
  ('category', 'HEALTH', 'Health', 'LIFE_AND_HEALTH', 20, true),
  ('category', 'CROP', 'Crops', 'MICRO', 10, true),
  ('product_type', 'DEVICE_DAMAGE', 'Damaged or stolen device', 'DEVICE', 10, true),
  ('product_type', 'HOME_CONTENTS', 'Contents of a home', 'HOME', 10, true),
  ('product_type', 'MOTOR_THIRD_PARTY', 'Motor, third party', 'MOTOR', 10, true),
  ('product_type', 'MOTOR_COMPREHENSIVE', 'Motor, comprehensive', 'MOTOR', 20, true),
  ('product_type', 'TRAVEL_SINGLE_TRIP', 'A single trip', 'TRAVEL', 10, true),
  ('product_type', 'TRAVEL_ANNUAL', 'All trips of a year', 'TRAVEL', 20, false),
  ('product_type', 'MARINE_CARGO', 'Cargo at sea', 'MARINE', 10, true),
  ('product_type', 'PERSONAL_ACCIDENT', 'Personal accident', 'ACCIDENT', 10, true),
  ('product_type', 'HEALTH_INDIVIDUAL', 'Health of one person', 'HEALTH', 10, true),
  ('product_type', 'CROP_YIELD', 'A poor harvest', 'CROP', 10, true)`;

/**
 * The taxonomy and what insurers sell belong to no business: a cluster keeps both whole on every node. What a business
 * may sell starts its primary key with the business, and a cluster distributes it by that column.
 */
export class CreateCatalog1790000900000 implements MigrationInterface {
  readonly name = "CreateCatalog1790000900000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE taxonomy_nodes (
        level text NOT NULL CHECK (level IN ('class', 'category', 'product_type')),
        code text NOT NULL CHECK (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
        name text NOT NULL,
        parent_level text GENERATED ALWAYS AS (
          CASE level WHEN 'category' THEN 'class' WHEN 'product_type' THEN 'category' END) STORED,
        parent_code text,
        sort_order integer NOT NULL,
        active boolean NOT NULL DEFAULT true,
        PRIMARY KEY (level, code),
        FOREIGN KEY (parent_level, parent_code) REFERENCES taxonomy_nodes (level, code),
        CHECK ((level = 'class') = (parent_code IS NULL))
      )`);
    await runner.query(`
      INSERT INTO taxonomy_nodes (level, code, name, parent_code, sort_order, active) VALUES ${nodes}`);
    await runner.query(`
      CREATE TABLE insurer_products (
        provider_id text NOT NULL REFERENCES insurers (id),
        product_id text NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        category text NOT NULL,
        product_type text NOT NULL,
        class_code text NOT NULL,
        country text NOT NULL,
        currency text NOT NULL,
        status text NOT NULL CHECK (status IN ('ACTIVE', 'SUSPENDED', 'WITHDRAWN')),
        published_minor bigint CHECK (published_minor >= 0),
        published_currency text,
        updated_at timestamptz NOT NULL,
        listed boolean NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (provider_id, product_id),
        CHECK ((published_minor IS NULL) = (published_currency IS NULL))
      )`);
    await runner.query(
      "CREATE INDEX insurer_products_by_type ON insurer_products (product_type, provider_id, product_id)",
    );
    await runner.query(`
      CREATE TABLE sellable_products (
        business_id uuid NOT NULL REFERENCES businesses (id),
        environment text NOT NULL CHECK (environment IN ('test', 'live')),
        provider_id text NOT NULL,
        product_id text NOT NULL,
        rate_basis_points integer NOT NULL CHECK (rate_basis_points >= 0),
        platform_basis_points integer NOT NULL DEFAULT 0 CHECK (platform_basis_points >= 0),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (business_id, environment, provider_id, product_id),
        FOREIGN KEY (provider_id, product_id) REFERENCES insurer_products (provider_id, product_id),
        CHECK (rate_basis_points + platform_basis_points <= 10000)
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
