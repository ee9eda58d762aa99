import { CreateTelemetry1790000100000 } from "./migrations/1790000100000-create-telemetry.ts";
import { CreatePartitionFunctions1790001210000 } from "./migrations/1790001210000-create-partition-functions.ts";

export const telemetryMigrations = [CreateTelemetry1790000100000, CreatePartitionFunctions1790001210000];
