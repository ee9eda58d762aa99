import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const sessionEntity = declareEntity("placeholder_sessions", {
  userId: column.uuid.key,
  id: column.uuid.key,
  /** Of the newest refresh token: how often the session was refreshed. */
  generation: column.integer,
  rotatedAt: column.timestamp,
  beganAt: column.timestamp,
});

export type Session = Row<typeof sessionEntity>;

export const sessions = records(sessionEntity, ["userId"]);
