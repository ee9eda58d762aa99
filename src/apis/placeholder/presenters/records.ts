/** The only way from a row to what callers see of it. */
import type { Answers } from "#generated/placeholder/contract.ts";
import type { Notification, Order, Product, Settings, StoredFile, User } from "../entities.ts";

/** All prices are in it. */
export const currency = "NGN";

export function presentUser({ id, name, email, role, createdAt }: User): Answers["User"] {
  return { id, name, email, role, createdAt };
}

export function presentProduct({ createdAt, updatedAt, ...product }: Product): Answers["Product"] {
  return { ...product, currency, createdAt, updatedAt };
}

export function presentOrder({ id, status, items, totalMinor, createdAt, updatedAt }: Order): Answers["Order"] {
  const lines = items.map(({ productId, name, unitPriceMinor, quantity }) => {
    const lineTotalMinor = unitPriceMinor * quantity;
    return { productId, name, unitPriceMinor, quantity, lineTotalMinor };
  });
  return { id, status, items: lines, totalMinor, currency, createdAt, updatedAt };
}

export function presentNotification(notification: Notification): Answers["Notification"] {
  const { userId: _, readAt, createdAt, ...rest } = notification;
  return { ...rest, read: readAt !== null, readAt, createdAt };
}

export function presentSettings({
  language,
  timeZone,
  theme,
  orderNotifications,
}: Omit<Settings, "userId">): Answers["Settings"] {
  return { language, timeZone, theme, orderNotifications };
}

export function presentStoredFile(file: StoredFile): Answers["StoredFile"] {
  return { ...presentFile(file), createdAt: file.createdAt };
}

export function presentFile({ id, filename, mediaType, size, sha256 }: StoredFile): Answers["UploadedFile"] {
  return { id, filename, mediaType, size, sha256 };
}
