import type { Environment } from "#src/identity/environment.ts";
import { bytes, declareEntity, key, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** Alerts that are notified together. */
export const alertGroupEntity = declareEntity("metric_alert_groups", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  /** Of the labels that they have in common: a hash in hex. */
  key: key(text),
  /** When it is looked at next. */
  nextAt: timestamp,
  /** The alerts, and the last notification of each (alert-groups.ts). */
  alerts: bytes,
});

export type AlertGroupRow = Row<typeof alertGroupEntity>;

export const alertGroups = records(alertGroupEntity, ["projectId", "environment"]);
