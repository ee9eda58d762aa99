/** The tables of this API. */
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { MediaType } from "./files/media-type.ts";

/** The account that an e-mail address belongs to. */
export const emailEntity = declareEntity("placeholder_emails", {
  /** In lower case, as PostgreSQL's `lower` has it. */
  email: column.text.key,
  userId: column.uuid,
});

/** A network address from which an account has signed in. */
export const knownNetworkEntity = declareEntity("placeholder_known_networks", {
  userId: column.uuid.key,
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: column.text.key,
  seenAt: column.timestamp,
});

export const knownNetworks = records(knownNetworkEntity, ["userId"]);

export type NotificationType = "welcome" | "password_changed" | "order_created" | "order_paid" | "order_cancelled";

export const notificationEntity = declareEntity("placeholder_notifications", {
  userId: column.uuid.key,
  id: column.uuid.key,
  type: column.textOf<NotificationType>(),
  title: column.text,
  body: column.text,
  orderId: column.uuid.nullable,
  readAt: column.timestamp.nullable,
  createdAt: column.timestamp,
});

export type Notification = Row<typeof notificationEntity>;

export const notifications = records(notificationEntity, ["userId"]);

export type OrderStatus = "PENDING" | "PAID" | "CANCELLED";

/** A line, at the price of the moment the order was placed. */
export interface OrderItem {
  readonly productId: string;
  readonly name: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
}

export const orderEntity = declareEntity("placeholder_orders", {
  userId: column.uuid.key,
  id: column.uuid.key,
  status: column.textOf<OrderStatus>(),
  items: column.jsonb<OrderItem[]>(),
  totalMinor: column.safeBigint,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Order = Row<typeof orderEntity>;

export const orders = records(orderEntity, ["userId"]);

export const passwordResetEntity = declareEntity("placeholder_password_resets", {
  userId: column.uuid.key,
  /** SHA-256 of the token, in hexadecimal. */
  tokenHash: column.text.key,
  expiresAt: column.timestamp,
});

export const passwordResets = records(passwordResetEntity, ["userId"]);

export const productEntity = declareEntity("placeholder_products", {
  id: column.uuid.key,
  name: column.text,
  description: column.text,
  priceMinor: column.safeBigint,
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Product = Row<typeof productEntity>;

export const sessionEntity = declareEntity("placeholder_sessions", {
  userId: column.uuid.key,
  id: column.uuid.key,
  /** Of the newest refresh token: how often the session was refreshed. */
  generation: column.integer,
  rotatedAt: column.timestamp,
  beganAt: column.timestamp,
});

export type Session = Row<typeof sessionEntity>;

export const sessions = records(sessionEntity, ["userId"]);

/** Defaults until a user changes something. */
export const defaultSettings: Omit<Settings, "userId"> = {
  language: "en",
  timeZone: "UTC",
  theme: "system",
  orderNotifications: true,
};

export const settingsEntity = declareEntity("placeholder_settings", {
  userId: column.uuid.key,
  language: column.text,
  timeZone: column.text,
  theme: column.textOf<"light" | "dark" | "system">(),
  orderNotifications: column.boolean,
});

export type Settings = Row<typeof settingsEntity>;

export const storedFileEntity = declareEntity("placeholder_files", {
  userId: column.uuid.key,
  id: column.uuid.key,
  filename: column.text,
  mediaType: column.textOf<MediaType>(),
  /** Bytes. */
  size: column.integer,
  /** Hexadecimal. */
  sha256: column.text,
  createdAt: column.timestamp,
});

export type StoredFile = Row<typeof storedFileEntity>;

export const storedFiles = records(storedFileEntity, ["userId"]);

export type Role = "user" | "admin";

export const userEntity = declareEntity("placeholder_users", {
  id: column.uuid.key,
  name: column.text,
  /** As it was given; `placeholder_emails` has the owner of each address. */
  email: column.text,
  /** In PHC form; null for an account that nobody can sign in to. */
  passwordHash: column.text.nullable,
  role: column.textOf<Role>(),
  createdAt: column.timestamp,
});

export type User = Row<typeof userEntity>;
