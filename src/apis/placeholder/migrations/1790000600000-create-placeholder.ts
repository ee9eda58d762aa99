import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What belongs to a user starts its primary key with the user and goes with the user. Users and products are small and
 * looked up by id alone, so a cluster keeps them as reference tables.
 */
export class CreatePlaceholder1790000600000 implements MigrationInterface {
  readonly name = "CreatePlaceholder1790000600000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE placeholder_users (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        password_hash text,
        role text NOT NULL CHECK (role IN ('user', 'admin')),
        created_at timestamptz NOT NULL
      )`);
    await runner.query("CREATE UNIQUE INDEX placeholder_users_email_taken ON placeholder_users (lower(email))");
    await runner.query("CREATE INDEX placeholder_users_by_time ON placeholder_users (created_at, id)");
    await runner.query(`
      CREATE TABLE placeholder_sessions (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        generation integer NOT NULL,
        rotated_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, id)
      )`);
    await runner.query("CREATE INDEX placeholder_sessions_expiry ON placeholder_sessions (rotated_at)");
    await runner.query(`
      CREATE TABLE placeholder_products (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        description text NOT NULL,
        price_minor bigint NOT NULL CHECK (price_minor >= 0),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    // The lines of an order are written once and only ever read together with it.
    await runner.query(`
      CREATE TABLE placeholder_orders (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('PENDING', 'PAID', 'CANCELLED')),
        items jsonb NOT NULL,
        total_minor bigint NOT NULL CHECK (total_minor >= 0),
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, id)
      )`);
    await runner.query("CREATE INDEX placeholder_orders_of_user ON placeholder_orders (user_id, created_at, id)");
    await runner.query("CREATE INDEX placeholder_orders_by_day ON placeholder_orders (created_at)");
    await runner.query(`
      CREATE TABLE placeholder_notifications (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        type text NOT NULL,
        title text NOT NULL,
        body text NOT NULL,
        order_id uuid,
        read_at timestamptz,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, id)
      )`);
    await runner.query(
      "CREATE INDEX placeholder_notifications_of_user ON placeholder_notifications (user_id, created_at, id)",
    );
    await runner.query(`
      CREATE TABLE placeholder_settings (
        user_id uuid PRIMARY KEY REFERENCES placeholder_users (id) ON DELETE CASCADE,
        language text NOT NULL,
        time_zone text NOT NULL,
        theme text NOT NULL,
        order_notifications boolean NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE placeholder_files (
        user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        filename text NOT NULL,
        media_type text NOT NULL,
        size integer NOT NULL,
        sha256 text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, id)
      )`);
    // The columns are what rate-limiter-flexible asks for.
    await runner.query(`
      CREATE TABLE placeholder_login_attempts (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations only go forward.");
  }
}
