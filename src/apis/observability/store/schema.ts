import { CreateTelemetry1790000100000 } from "./migrations/1790000100000-create-telemetry.ts";

export const telemetryMigrations = [CreateTelemetry1790000100000];
