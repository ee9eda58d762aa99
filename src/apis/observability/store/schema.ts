import { CreateMetrics1795000060000 } from "../metrics/migrations/1795000060000-create-metrics.ts";
import { CreateTelemetry1795000050001 } from "./migrations/1795000050001-create-telemetry.ts";

export const telemetryMigrations = [CreateTelemetry1795000050001, CreateMetrics1795000060000];
