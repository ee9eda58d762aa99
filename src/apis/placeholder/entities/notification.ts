import { declareEntity, key, nullable, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export type NotificationType = "welcome" | "password_changed" | "order_created" | "order_paid" | "order_cancelled";

export const notificationEntity = declareEntity("placeholder_notifications", {
  userId: key(uuid),
  id: key(uuid),
  type: textOf<NotificationType>(),
  title: text,
  body: text,
  orderId: nullable(uuid),
  readAt: nullable(timestamp),
  createdAt: timestamp,
});

export type Notification = Row<typeof notificationEntity>;

export const notifications = records(notificationEntity, ["userId"]);
