import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

export type NotificationType = "welcome" | "password_changed" | "order_created" | "order_paid" | "order_cancelled";

export interface Notification {
  userId: string;
  id: string;
  type: NotificationType;
  title: string;
  body: string;
  orderId: string | null;
  readAt: Date | null;
  createdAt: Date;
}

export const notificationEntity = new EntitySchema<Notification>({
  name: "PlaceholderNotification",
  tableName: "placeholder_notifications",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    id: { type: "uuid", primary: true },
    type: { type: "text" },
    title: { type: "text" },
    body: { type: "text" },
    orderId: { name: "order_id", type: "uuid", nullable: true },
    readAt: { name: "read_at", type: "timestamptz", nullable: true },
    createdAt: { name: "created_at", type: "timestamptz" },
  },
});

export const notifications = records(notificationEntity, ["userId"]);
