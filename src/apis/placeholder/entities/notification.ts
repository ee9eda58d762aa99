import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

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
