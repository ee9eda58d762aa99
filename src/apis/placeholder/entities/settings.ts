import { boolean, declareEntity, key, type Row, text, textOf, uuid } from "#src/storage/entity.ts";

/** Defaults until a user changes something. */
export const defaultSettings: Omit<Settings, "userId"> = {
  language: "en",
  timeZone: "UTC",
  theme: "system",
  orderNotifications: true,
};

export const settingsEntity = declareEntity("placeholder_settings", {
  userId: key(uuid),
  language: text,
  timeZone: text,
  theme: textOf<"light" | "dark" | "system">(),
  orderNotifications: boolean,
});

export type Settings = Row<typeof settingsEntity>;
