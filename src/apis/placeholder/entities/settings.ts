import { column, declareEntity, type Row } from "#src/storage/entity.ts";

/** Defaults until a user changes something. */
export const defaultSettings: Omit<Settings, "userId"> = {
  language: "en",
  timeZone: "UTC",
  theme: "system",
  orderNotifications: true,
};

export const settingsEntity = declareEntity("placeholder_settings", {
  userId: column.uuid.key,
  language: column.text,
  timeZone: column.text,
  theme: column.textOf<"light" | "dark" | "system">(),
  orderNotifications: column.boolean,
});

export type Settings = Row<typeof settingsEntity>;
