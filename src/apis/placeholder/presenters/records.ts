/** The only way from a row to what callers see of it. */
import type { Schemas } from "#generated/placeholder/contract.ts";
import type { Notification } from "../entities/notification.ts";
import type { Order } from "../entities/order.ts";
import type { Product } from "../entities/product.ts";
import type { Settings } from "../entities/settings.ts";
import type { StoredFile } from "../entities/stored-file.ts";
import type { User } from "../entities/user.ts";

/** All prices are in it. */
export const currency = "NGN";

export function presentUser({ id, name, email, role, createdAt }: User): Schemas["User"] {
  return { id, name, email, role, createdAt: createdAt.toISOString() };
}

export function presentProduct({ createdAt, updatedAt, ...product }: Product): Schemas["Product"] {
  return { ...product, currency, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function presentOrder({ id, status, items, totalMinor, createdAt, updatedAt }: Order): Schemas["Order"] {
  return {
    id,
    status,
    items: items.map(({ productId, name, unitPriceMinor, quantity }) => ({
      productId,
      name,
      unitPriceMinor,
      quantity,
      lineTotalMinor: unitPriceMinor * quantity,
    })),
    totalMinor,
    currency,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentNotification({
  id,
  type,
  title,
  body,
  orderId,
  readAt,
  createdAt,
}: Notification): Schemas["Notification"] {
  return {
    id,
    type,
    title,
    body,
    orderId,
    read: readAt !== null,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export function presentSettings({
  language,
  timeZone,
  theme,
  orderNotifications,
}: Omit<Settings, "userId">): Schemas["Settings"] {
  return { language, timeZone, theme, orderNotifications };
}

export function presentStoredFile(file: StoredFile): Schemas["StoredFile"] {
  return { ...presentFile(file), createdAt: file.createdAt.toISOString() };
}

export function presentFile({ id, filename, mediaType, size, sha256 }: StoredFile): Schemas["UploadedFile"] {
  return { id, filename, mediaType, size, sha256 };
}
