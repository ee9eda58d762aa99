/** The caller's notifications. */
import { IsNull } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import type { HandlersOf } from "../callers.ts";
import { notificationEntity } from "../entities/notification.ts";
import { counted, pageOf, rowsOf } from "../paging.ts";
import { success } from "../presenters/envelope.ts";
import { presentNotification } from "../presenters/records.ts";

export interface NotificationHandlerDependencies {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function notificationHandlers({ database, now }: NotificationHandlerDependencies): HandlersOf<"Notifications"> {
  const notifications = database.dataSource.getRepository(notificationEntity);
  return {
    async listNotifications({ query }, { identity: { user } }) {
      // Index placeholder_notifications_of_user.
      const [found, total] = await notifications.findAndCount({
        where: { userId: user.id },
        order: { createdAt: "DESC", id: "DESC" },
        ...rowsOf(query),
      });
      return {
        status: 200,
        body: success(`${counted(total, "notification")}.`, pageOf(query, found.map(presentNotification), total)),
      };
    },

    async markNotificationRead({ path: { id } }, { identity: { user } }) {
      await notifications.update({ userId: user.id, id, readAt: IsNull() }, { readAt: new Date(now()) });
      const notification = await notifications.findOneBy({ userId: user.id, id });
      if (notification === null) throw new Problem("NOT_FOUND");
      return {
        status: 200,
        body: success("The notification is marked as read.", presentNotification(notification)),
      };
    },
  };
}
