import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * The primary keys of a user's rows start with the user's id, and the rows are deleted with the user. On a cluster they are stored on the
 * user's node. Products are few, so a cluster keeps them as a reference table.
 */
export class CreatePlaceholder1795000130000 extends ForwardMigration {
  protected override readonly statements = [...users, ...signingIn, ...shop, ...belongings];
}

const ofUser = "user_id uuid NOT NULL REFERENCES placeholder_users (id) ON DELETE CASCADE";

const users = [
  `CREATE TABLE placeholder_users (
     id uuid PRIMARY KEY,
     name text NOT NULL,
     email text NOT NULL,
     password_hash text,
     role text NOT NULL CHECK (role IN ('user', 'admin')),
     created_at timestamptz NOT NULL
   )`,
  "CREATE INDEX placeholder_users_by_time ON placeholder_users (created_at, id)",
  // Whose an address is, in a table of its own: on a cluster accounts lie by their id, and an address is found, and held to be unique, where
  // the address lies.
  `CREATE TABLE placeholder_emails (
     email text CONSTRAINT placeholder_emails_taken PRIMARY KEY,
     user_id uuid NOT NULL
   )`,
];

const signingIn = [
  // began_at bounds a session, however often it is refreshed.
  `CREATE TABLE placeholder_sessions (
     ${ofUser},
     id uuid NOT NULL,
     generation integer NOT NULL,
     rotated_at timestamptz NOT NULL,
     began_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, id)
   )`,
  "CREATE INDEX placeholder_sessions_expiry ON placeholder_sessions (rotated_at)",
  "CREATE INDEX placeholder_sessions_end ON placeholder_sessions (began_at)",
  // Where from an account has signed in.
  `CREATE TABLE placeholder_known_networks (
     ${ofUser},
     network text NOT NULL,
     seen_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, network)
   )`,
  "CREATE INDEX placeholder_known_networks_expiry ON placeholder_known_networks (seen_at)",
  // Tokens that let the owner of an address set a new password, as hashes, and the service that sends them.
  `CREATE TABLE placeholder_password_resets (
     ${ofUser},
     token_hash text NOT NULL,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, token_hash)
   )`,
  "CREATE INDEX placeholder_password_resets_expiry ON placeholder_password_resets (expires_at)",
  `CREATE TABLE placeholder_mail_service (
     singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
     url text NOT NULL,
     secret bytea NOT NULL,
     sandbox boolean NOT NULL
   )`,
];

const shop = [
  `CREATE TABLE placeholder_products (
     id uuid PRIMARY KEY,
     name text NOT NULL,
     description text NOT NULL,
     price_minor bigint NOT NULL CHECK (price_minor >= 0),
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL
   )`,
  // The lines of an order are written once and only ever read together with it.
  `CREATE TABLE placeholder_orders (
     ${ofUser},
     id uuid NOT NULL,
     status text NOT NULL CHECK (status IN ('PENDING', 'PAID', 'CANCELLED')),
     items jsonb NOT NULL,
     total_minor bigint NOT NULL CHECK (total_minor >= 0),
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, id)
   )`,
  "CREATE INDEX placeholder_orders_of_user ON placeholder_orders (user_id, created_at, id)",
  "CREATE INDEX placeholder_orders_by_day ON placeholder_orders (created_at)",
];

const belongings = [
  `CREATE TABLE placeholder_notifications (
     ${ofUser},
     id uuid NOT NULL,
     type text NOT NULL,
     title text NOT NULL,
     body text NOT NULL,
     order_id uuid,
     read_at timestamptz,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, id)
   )`,
  "CREATE INDEX placeholder_notifications_of_user ON placeholder_notifications (user_id, created_at, id)",
  `CREATE TABLE placeholder_settings (
     user_id uuid PRIMARY KEY REFERENCES placeholder_users (id) ON DELETE CASCADE,
     language text NOT NULL,
     time_zone text NOT NULL,
     theme text NOT NULL,
     order_notifications boolean NOT NULL
   )`,
  `CREATE TABLE placeholder_files (
     ${ofUser},
     id uuid NOT NULL,
     filename text NOT NULL,
     media_type text NOT NULL,
     size integer NOT NULL,
     sha256 text NOT NULL,
     created_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, id)
   )`,
];
