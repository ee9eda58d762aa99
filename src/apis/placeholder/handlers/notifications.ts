/** The caller's notifications. */
import { IsNull } from "typeorm";
import { numberedPage } from "#src/http/numbered-page.ts";
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { notifications } from "../entities.ts";
import { counted, presentPage, success } from "../presenters/envelope.ts";
import { presentNotification } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function notificationHandlers({ database, now }: HandlerDependencies): HandlersOf<"Notifications"> {
  const { manager } = database.dataSource;
  return {
    async listNotifications({ query }, { identity: { user } }) {
      // Index placeholder_notifications_of_user.
      const page = await numberedPage({ page: query.page, size: query.limit }, (range) =>
        notifications
          .of(manager, { userId: user.id })
          .findAndCount({ order: { createdAt: "DESC", id: "DESC" }, ...range }),
      );
      return {
        status: 200,
        body: success(`${counted(page.total, "notification")}.`, presentPage(page, presentNotification)),
      };
    },

    async markNotificationRead({ path: { id } }, { identity: { user } }) {
      const known = notifications.of(manager, { userId: user.id });
      await known.update({ id, readAt: IsNull() }, { readAt: new Date(now()) });
      const notification = await known.findOne({ id });
      if (notification === null) throw new Problem("NOT_FOUND");
      return {
        status: 200,
        body: success("The notification is marked as read.", presentNotification(notification)),
      };
    },
  };
}
