/** The tables of telemetry, issues, symbols and rules. */
import { arrivalEntity } from "./issues/entities/arrival.ts";
import { fingerprintEntity } from "./issues/entities/fingerprint.ts";
import { issueEntity } from "./issues/entities/issue.ts";
import { CreateIssues1795000090000 } from "./issues/migrations/1795000090000-create-issues.ts";
import { CreateMetrics1795000060000 } from "./metrics/migrations/1795000060000-create-metrics.ts";
import { alertGroupEntity } from "./metrics/rules/entities/alert-group.ts";
import { ruleGroupEntity } from "./metrics/rules/entities/rule-group.ts";
import { CreateMetricRules1795000070001 } from "./metrics/rules/migrations/1795000070001-create-metric-rules.ts";
import { CreateTelemetry1795000050001 } from "./store/migrations/1795000050001-create-telemetry.ts";
import { debugObjectEntity } from "./symbols/entities/debug-object.ts";
import { symbolArtifactEntity } from "./symbols/entities/symbol-artifact.ts";
import { symbolFileEntity } from "./symbols/entities/symbol-file.ts";
import { symbolUploadEntity } from "./symbols/entities/symbol-upload.ts";
import { CreateSymbols1795000080000 } from "./symbols/migrations/1795000080000-create-symbols.ts";
import { symbolicationEntity } from "./symbols/symbolication/entity.ts";

export const entities = [
  symbolFileEntity,
  symbolUploadEntity,
  symbolArtifactEntity,
  debugObjectEntity,
  symbolicationEntity,
  issueEntity,
  fingerprintEntity,
  arrivalEntity,
  ruleGroupEntity,
  alertGroupEntity,
];

export const migrations = [
  CreateTelemetry1795000050001,
  CreateMetrics1795000060000,
  CreateMetricRules1795000070001,
  CreateSymbols1795000080000,
  CreateIssues1795000090000,
];
