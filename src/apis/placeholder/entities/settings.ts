import { EntitySchema } from "typeorm";

export interface Settings {
  userId: string;
  language: string;
  timeZone: string;
  theme: "light" | "dark" | "system";
  orderNotifications: boolean;
}

/** Defaults until a user changes something. */
export const defaultSettings: Omit<Settings, "userId"> = {
  language: "en",
  timeZone: "UTC",
  theme: "system",
  orderNotifications: true,
};

export const settingsEntity = new EntitySchema<Settings>({
  name: "PlaceholderSettings",
  tableName: "placeholder_settings",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    language: { type: "text" },
    timeZone: { name: "time_zone", type: "text" },
    theme: { type: "text" },
    orderNotifications: { name: "order_notifications", type: "boolean" },
  },
});
