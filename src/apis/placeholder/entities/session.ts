import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";

export interface Session {
  readonly userId: string;
  readonly id: string;
  /** Of the newest refresh token: how often the session was refreshed. */
  readonly generation: number;
  readonly rotatedAt: Date;
  readonly beganAt: Date;
}

export const sessionEntity = new EntitySchema<Session>({
  name: "PlaceholderSession",
  tableName: "placeholder_sessions",
  columns: {
    userId: { name: "user_id", type: "uuid", primary: true },
    id: { type: "uuid", primary: true },
    generation: { type: "integer" },
    rotatedAt: { name: "rotated_at", type: "timestamptz" },
    beganAt: { name: "began_at", type: "timestamptz" },
  },
});

export const sessions = records(sessionEntity, ["userId"]);
