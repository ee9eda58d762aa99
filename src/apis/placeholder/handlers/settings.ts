/** The caller's preferences. */
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { refuseDeletedAccount } from "../deleted-account.ts";
import { defaultSettings, settingsEntity } from "../entities.ts";
import { success } from "../presenters/envelope.ts";
import { presentSettings } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function settingsHandlers({ database }: HandlerDependencies): HandlersOf<"Settings"> {
  const settings = database.dataSource.getRepository(settingsEntity);
  return {
    async getSettings(_request, { identity: { user } }) {
      const found = (await settings.findOneBy({ userId: user.id })) ?? defaultSettings;
      return { status: 200, body: success("Your settings.", presentSettings(found)) };
    },

    async updateSettings({ body }, { identity: { user } }) {
      if (!isTimeZone(body.timeZone))
        throw new Problem("VALIDATION_FAILED", {
          fieldErrors: [{ path: "/body/timeZone", code: "timeZone", message: "must be the IANA name of a time zone" }],
        });
      await settings
        .upsert({ ...body, userId: user.id }, ["userId"])
        .catch(refuseDeletedAccount("placeholder_settings"));
      return { status: 200, body: success("Your settings were changed.", presentSettings(body)) };
    },
  };
}

function isTimeZone(name: string): boolean {
  // Intl also takes offsets such as +01:00, which are no names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
