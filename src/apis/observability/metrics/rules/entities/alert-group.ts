import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { records } from "#src/storage/records.ts";

/** Alerts that are notified together. */
export interface AlertGroupRow {
  readonly projectId: string;
  readonly environment: Environment;
  /** Of the labels that they have in common: a hash in hex. */
  readonly key: string;
  /** When it is looked at next. */
  readonly nextAt: Date;
  /** The alerts, and the last notification of each (alert-groups.ts). */
  readonly alerts: Buffer;
}

export const alertGroupEntity = new EntitySchema<AlertGroupRow>({
  name: "MetricAlertGroup",
  tableName: "metric_alert_groups",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    key: { type: "text", primary: true },
    nextAt: { name: "next_at", type: "timestamptz" },
    alerts: { type: "bytea" },
  },
});

export const alertGroups = records(alertGroupEntity, ["projectId", "environment"]);
