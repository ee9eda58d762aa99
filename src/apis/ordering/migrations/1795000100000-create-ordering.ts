import type { QueryRunner } from "typeorm";
import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Vendors, meals and fees are shared reference data; what belongs to a customer starts its primary key with the
 * customer. Quotes and payment attempts are looked up by an id alone and may have no customer yet: their own id comes
 * first. On a cluster that id is what they are distributed by.
 */
export class CreateOrdering1795000100000 extends ForwardMigration {
  protected override readonly statements = [...vendors, ...pricing, ...customers, ...orders];

  override async up(runner: QueryRunner): Promise<void> {
    for (const name of ["cube", "earthdistance"]) await addExtension(runner, name);
    await super.up(runner);
  }
}

/** One that is there stays: on a cluster CREATE EXTENSION IF NOT EXISTS is refused to who does not own it. */
async function addExtension(runner: QueryRunner, name: string): Promise<void> {
  const found: unknown[] = await runner.query("SELECT FROM pg_extension WHERE extname = $1", [name]);
  if (found.length === 0) await runner.query(`CREATE EXTENSION ${name}`);
}

const vendors = [
  // Minutes since Monday 00:00 on a clock in that time zone; the epoch was a Thursday.
  `CREATE FUNCTION minute_of_week(moment timestamptz, time_zone text) RETURNS integer
     LANGUAGE sql STABLE PARALLEL SAFE
     RETURN (floor(date_part('epoch', moment AT TIME ZONE time_zone) / 60)::bigint + 3 * 1440) % 10080`,
  `CREATE TABLE vendors (
     vendor_id text PRIMARY KEY,
     name text NOT NULL,
     approved boolean NOT NULL,
     time_zone text NOT NULL,
     opening int4multirange NOT NULL CHECK (opening <@ '{[0,10080)}'),
     rating_tenths smallint CHECK (rating_tenths BETWEEN 10 AND 50),
     latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
     longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
     place cube NOT NULL GENERATED ALWAYS AS (ll_to_earth(latitude, longitude)) STORED
   )`,
  "CREATE INDEX vendors_place ON vendors USING gist (place) WHERE approved",
  `CREATE TABLE meals (
     vendor_id text NOT NULL REFERENCES vendors,
     meal_id text NOT NULL,
     name text NOT NULL,
     price integer NOT NULL CHECK (price BETWEEN 1 AND 100000000),
     available boolean NOT NULL DEFAULT true,
     PRIMARY KEY (vendor_id, meal_id)
   )`,
];

const pricing = [
  `CREATE TABLE fee_schedules (
     effective_from timestamptz(3) PRIMARY KEY,
     service_basis_points integer NOT NULL CHECK (service_basis_points BETWEEN 0 AND 10000),
     service_minimum integer NOT NULL CHECK (service_minimum BETWEEN 0 AND 100000000),
     service_maximum integer NOT NULL CHECK (service_maximum BETWEEN service_minimum AND 100000000),
     surge_basis_points integer NOT NULL DEFAULT 10000 CHECK (surge_basis_points BETWEEN 10000 AND 100000),
     delivery_bands jsonb NOT NULL CHECK (jsonb_typeof(delivery_bands) = 'array' AND delivery_bands <> '[]')
   )`,
  `INSERT INTO fee_schedules VALUES ('epoch', 500, 10000, 200000, 10000, '[
     {"upToMeters": 1000, "fee": 50000}, {"upToMeters": 3000, "fee": 70000},
     {"upToMeters": 6000, "fee": 100000}, {"upToMeters": 10000, "fee": 150000}]')`,
  `CREATE TABLE quotes (
     quote_id text PRIMARY KEY,
     customer_id text,
     vendor_id text NOT NULL,
     items jsonb NOT NULL,
     meal_subtotal bigint NOT NULL CHECK (meal_subtotal >= 0),
     service_charge bigint NOT NULL CHECK (service_charge >= 0),
     delivery_fee bigint NOT NULL CHECK (delivery_fee >= 0),
     total bigint NOT NULL CHECK (total = meal_subtotal + service_charge + delivery_fee),
     distance_meters integer NOT NULL,
     fees_from timestamptz(3) NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     order_id text
   )`,
  // Most quotes are never ordered; a job deletes them some time after they have expired.
  "CREATE INDEX quotes_unused ON quotes (expires_at) WHERE order_id IS NULL",
];

const customers = [
  `CREATE TABLE customers (
     customer_id text PRIMARY KEY,
     first_name text NOT NULL,
     last_name text NOT NULL,
     phone text NOT NULL,
     email text NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  `CREATE TABLE customer_addresses (
     customer_id text NOT NULL REFERENCES customers,
     address_id text NOT NULL,
     label text NOT NULL,
     line1 text NOT NULL,
     city text NOT NULL,
     latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
     longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
     active boolean NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (customer_id, address_id)
   )`,
  "CREATE UNIQUE INDEX one_active_address ON customer_addresses (customer_id) WHERE active",
];

/** An order knows its last payment attempt, how many it had, and until when it waits for one to succeed. */
const orders = [
  `CREATE TABLE orders (
     customer_id text NOT NULL REFERENCES customers,
     order_id text NOT NULL,
     quote_id text NOT NULL,
     vendor_id text NOT NULL,
     address jsonb NOT NULL,
     total bigint NOT NULL,
     status text NOT NULL CHECK (status IN ('AWAITING_PAYMENT', 'PAID', 'CANCELLED')),
     created_at timestamptz NOT NULL,
     reference text,
     attempts integer NOT NULL,
     pay_before timestamptz NOT NULL,
     PRIMARY KEY (customer_id, order_id),
     CONSTRAINT one_order_per_quote UNIQUE (customer_id, quote_id)
   )`,
  // Orders that wait for a payment are few.
  "CREATE INDEX orders_unpaid ON orders (pay_before) WHERE status = 'AWAITING_PAYMENT'",
  // The newest orders of all customers are found without reading the others.
  "CREATE INDEX orders_by_id ON orders (order_id)",
  `CREATE TABLE payment_attempts (
     reference text PRIMARY KEY,
     customer_id text NOT NULL,
     order_id text NOT NULL,
     amount bigint NOT NULL CHECK (amount >= 0),
     payment_method text NOT NULL,
     status text NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED', 'ABANDONED', 'REVERSED')),
     delivery_id text,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     settled_at timestamptz,
     CHECK ((status = 'PENDING') = (settled_at IS NULL)),
     CHECK ((status = 'SUCCEEDED') = (delivery_id IS NOT NULL))
   )`,
  "CREATE INDEX payment_attempts_pending ON payment_attempts (expires_at) WHERE status = 'PENDING'",
  // steps: when the delivery reached each of its statuses.
  `CREATE TABLE deliveries (
     customer_id text NOT NULL REFERENCES customers,
     delivery_id text NOT NULL,
     order_id text NOT NULL,
     status text NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     steps jsonb NOT NULL,
     PRIMARY KEY (customer_id, delivery_id),
     CONSTRAINT one_delivery_per_order UNIQUE (customer_id, order_id)
   )`,
  "CREATE INDEX deliveries_by_id ON deliveries (delivery_id)",
  `CREATE TABLE rider_reviews (
     customer_id text NOT NULL,
     delivery_id text NOT NULL,
     rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
     text text,
     professional boolean NOT NULL,
     on_time boolean NOT NULL,
     handled_with_care boolean NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (customer_id, delivery_id),
     FOREIGN KEY (customer_id, delivery_id) REFERENCES deliveries
   )`,
];
