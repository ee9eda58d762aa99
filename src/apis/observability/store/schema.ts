import { CreateMetrics1790001300000 } from "../metrics/migrations/1790001300000-create-metrics.ts";
import { KeepFreshSegmentsApart1790001610000 } from "../metrics/migrations/1790001610000-keep-fresh-segments-apart.ts";
import { CreateLabelIndexes1790001620000 } from "../metrics/migrations/1790001620000-create-label-indexes.ts";
import { CountLabelBytes1790001930000 } from "../metrics/migrations/1790001930000-count-label-bytes.ts";
import { CountBytesOfLabelIndexes1790001950000 } from "../metrics/migrations/1790001950000-count-bytes-of-label-indexes.ts";
import { MarkDaysOfSeries1790002950000 } from "../metrics/migrations/1790002950000-mark-days-of-series.ts";
import { CreateTelemetry1790000100000 } from "./migrations/1790000100000-create-telemetry.ts";
import { CreatePartitionFunctions1790001210000 } from "./migrations/1790001210000-create-partition-functions.ts";
import { CreateWebVitals1790001400000 } from "./migrations/1790001400000-create-web-vitals.ts";
import { MarkUnansweredExports1790001500000 } from "./migrations/1790001500000-mark-unanswered-exports.ts";
import { SeedShardStatistics1790001830000 } from "./migrations/1790001830000-seed-shard-statistics.ts";
import { KeyEventsBySlotOfReceipt1790001900000 } from "./migrations/1790001900000-key-events-by-slot-of-receipt.ts";
import { CompareTracesFirst1790001910000 } from "./migrations/1790001910000-compare-traces-first.ts";
import { NameShardsOnce1790001920000 } from "./migrations/1790001920000-name-shards-once.ts";
import { SeedShardsAtOnce1790002320000 } from "./migrations/1790002320000-seed-shards-at-once.ts";
import { RememberRecentUses1790002520000 } from "./migrations/1790002520000-remember-recent-uses.ts";
import { KeepLogsInBlocks1790002600000 } from "./migrations/1790002600000-keep-logs-in-blocks.ts";
import { KeepSpansInBlocks1790002610000 } from "./migrations/1790002610000-keep-spans-in-blocks.ts";
import { KeepEventsInBlocks1790002630000 } from "./migrations/1790002630000-keep-events-in-blocks.ts";
import { KeepVitalsInBlocks1790002930000 } from "./migrations/1790002930000-keep-vitals-in-blocks.ts";

export const telemetryMigrations = [
  CreateTelemetry1790000100000,
  CreatePartitionFunctions1790001210000,
  CreateMetrics1790001300000,
  CreateWebVitals1790001400000,
  MarkUnansweredExports1790001500000,
  SeedShardStatistics1790001830000,
  KeepFreshSegmentsApart1790001610000,
  CreateLabelIndexes1790001620000,
  KeyEventsBySlotOfReceipt1790001900000,
  CompareTracesFirst1790001910000,
  NameShardsOnce1790001920000,
  CountLabelBytes1790001930000,
  CountBytesOfLabelIndexes1790001950000,
  SeedShardsAtOnce1790002320000,
  RememberRecentUses1790002520000,
  KeepLogsInBlocks1790002600000,
  KeepSpansInBlocks1790002610000,
  KeepEventsInBlocks1790002630000,
  KeepVitalsInBlocks1790002930000,
  MarkDaysOfSeries1790002950000,
];
