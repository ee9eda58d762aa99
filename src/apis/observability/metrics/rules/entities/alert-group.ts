import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** Alerts that are notified together. */
export const alertGroupEntity = declareEntity("metric_alert_groups", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  /** Of the labels that they have in common: a hash in hex. */
  key: column.text.key,
  /** When it is looked at next. */
  nextAt: column.timestamp,
  /** The alerts, and the last notification of each (alert-groups.ts). */
  alerts: column.bytes,
});

export const alertGroups = records(alertGroupEntity, ["projectId", "environment"]);
