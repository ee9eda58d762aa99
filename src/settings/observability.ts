/** The observability API: quotas of a project, symbols, PromQL, alerts, and how long telemetry is kept. */
import { flag, labelNames, plain, positive, quota, retention, type Setting, text, whole } from "./setting.ts";

export const observabilitySettings = {
  quotaEvents: quota("ACCORD_QUOTA_EVENTS", "server and browser events", 60_000),
  quotaMobileEvents: positive(
    "ACCORD_QUOTA_MOBILE_EVENTS",
    "Most mobile events of a project in any 60 seconds",
    12_000,
  ),
  quotaOtlpRequests: quota("ACCORD_QUOTA_OTLP_REQUESTS", "OTLP and remote-write requests", 6_000),
  quotaMetricSamples: quota("ACCORD_QUOTA_METRIC_SAMPLES", "metric samples", 30_000_000),
  quotaMetricBytes: positive(
    "ACCORD_QUOTA_METRIC_BYTES",
    "Most bytes of metrics, before compression, of a project in a minute",
    4_000_000_000,
    1_000_000_000_000,
  ),
  quotaSeries: positive(
    "ACCORD_QUOTA_SERIES",
    "Most series of metrics that a project may have within the retention, in each environment",
    1_000_000,
    100_000_000,
  ),
  quotaLabelBytes: positive(
    "ACCORD_QUOTA_LABEL_BYTES",
    "Most bytes that the labels of these series may take, in each environment",
    500_000_000,
    100_000_000_000,
  ),
  quotaWebVitals: quota("ACCORD_QUOTA_WEB_VITALS", "web vitals", 6_000),
  quotaQueries: quota("ACCORD_QUOTA_QUERIES", "queries", 600),
  quotaSymbolBytes: positive(
    "ACCORD_QUOTA_SYMBOL_BYTES",
    "Most bytes of all symbols of a project together, indexes included, in each environment",
    50 * 1024 ** 3,
    1024 ** 5,
  ),
  quotaSymbolUploads: positive(
    "ACCORD_QUOTA_SYMBOL_UPLOADS",
    "Most files of symbols that a project announces on one day (UTC), in each environment",
    1_000,
    1_000_000,
  ),
  symbolMemory: whole(
    "ACCORD_SYMBOL_MEMORY",
    "Most MiB of memory for all processes together that read uploaded symbols. Reading the largest file may take 384 MiB less",
    640,
    512,
    1_048_576,
  ),
  promqlExperimental: flag(
    "ACCORD_PROMQL_EXPERIMENTAL",
    "Whether queries of metrics may use functions and aggregations that Prometheus calls experimental",
  ),
  alertExternalUrl: text(
    "ACCORD_ALERT_EXTERNAL_URL",
    "The address of the observability API in the links of alerts, and externalURL in templates",
    "an http or https URL",
    "http://127.0.0.1:8080/observability",
    /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/,
  ),
  alertGroupBy: {
    ...plain(
      "ACCORD_ALERT_GROUP_BY",
      "Labels by which alerts are grouped: alerts with equal values are sent in one notification",
      "names of labels, separated by commas (at most 16)",
    ),
    fallback: (): readonly string[] => ["alertname"],
    shown: "alertname",
    read: labelNames,
  },
  alertGroupWait: whole(
    "ACCORD_ALERT_GROUP_WAIT",
    "Seconds that the first alert of a group waits for others before the group is sent",
    30,
    0,
    86_400,
  ),
  alertGroupInterval: positive(
    "ACCORD_ALERT_GROUP_INTERVAL",
    "Seconds before a group of alerts that has changed is sent again",
    300,
    86_400,
  ),
  alertRepeatInterval: positive(
    "ACCORD_ALERT_REPEAT_INTERVAL",
    "Seconds before a group of alerts that still fires, unchanged, is sent again",
    14_400,
    31_536_000,
  ),
  retentionEvents: retention("ACCORD_RETENTION_EVENTS", "events", 90),
  retentionLogs: retention("ACCORD_RETENTION_LOGS", "logs", 30),
  retentionTraces: retention("ACCORD_RETENTION_TRACES", "traces", 7),
  retentionMetrics: retention("ACCORD_RETENTION_METRICS", "metrics", 395),
} satisfies Record<string, Setting<unknown>>;
