/** Notifications, made by what happens in this API. */
import type { EntityManager } from "typeorm";
import { risingId } from "#src/storage/rising-id.ts";
import {
  type Notification,
  type NotificationType,
  notifications,
  type Order,
  settingsEntity,
  type User,
} from "./entities.ts";
import { currency } from "./presenters/records.ts";

type OrderEvent = Extract<NotificationType, `order_${string}`>;

const orderTexts: Record<OrderEvent, { readonly title: string; readonly verb: string }> = {
  order_created: { title: "Order placed", verb: "placed" },
  order_paid: { title: "Order paid", verb: "paid" },
  order_cancelled: { title: "Order cancelled", verb: "cancelled" },
};

export async function welcome(manager: EntityManager, user: User): Promise<void> {
  await add(manager, {
    userId: user.id,
    type: "welcome",
    title: "Welcome",
    body: "Your account is ready.",
    orderId: null,
    createdAt: user.createdAt,
  });
}

export async function tellOfPassword(manager: EntityManager, userId: string, createdAt: Date): Promise<void> {
  await add(manager, {
    userId,
    type: "password_changed",
    title: "Password changed",
    body: "Your account has a new password, and all of its sessions have ended.",
    orderId: null,
    createdAt,
  });
}

/** Tells the customer, unless the settings say that nobody wants to know. */
export async function tellOfOrder(manager: EntityManager, type: OrderEvent, order: Order): Promise<void> {
  const settings = await manager.findOneBy(settingsEntity, { userId: order.userId });
  if (settings?.orderNotifications === false) return;
  const { title, verb } = orderTexts[type];
  await add(manager, {
    userId: order.userId,
    type,
    title,
    body: `Your order over ${currency} ${amountOf(order.totalMinor)} was ${verb}.`,
    orderId: order.id,
    createdAt: order.updatedAt,
  });
}

async function add(manager: EntityManager, given: Omit<Notification, "id" | "readAt">): Promise<void> {
  await notifications.of(manager, given).insert({ ...given, id: risingId(), readAt: null });
}

function amountOf(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
}
