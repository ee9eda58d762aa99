import { declareEntity, integer, key, type Row, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

export const sessionEntity = declareEntity("placeholder_sessions", {
  userId: key(uuid),
  id: key(uuid),
  /** Of the newest refresh token: how often the session was refreshed. */
  generation: integer,
  rotatedAt: timestamp,
  beganAt: timestamp,
});

export type Session = Row<typeof sessionEntity>;

export const sessions = records(sessionEntity, ["userId"]);
