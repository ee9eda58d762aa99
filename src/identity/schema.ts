import { apiKeyEntity } from "./entities/api-key.ts";
import { apiKeyUseEntity } from "./entities/api-key-use.ts";
import { auditEventEntity } from "./entities/audit-event.ts";
import { businessEntity } from "./entities/business.ts";
import { businessMemberEntity } from "./entities/business-member.ts";
import { consoleSessionEntity } from "./entities/console-session.ts";
import { mobileSecretEntity } from "./entities/mobile-secret.ts";
import { personEntity } from "./entities/person.ts";
import { projectEntity } from "./entities/project.ts";
import { CreateIdentity1790000000000 } from "./migrations/1790000000000-create-identity.ts";
import { CreateActivationSteps1790000010000 } from "./migrations/1790000010000-create-activation-steps.ts";
import { CreateAuditEvents1790001220000 } from "./migrations/1790001220000-create-audit-events.ts";
import { CreateApiKeyUses1790001820000 } from "./migrations/1790001820000-create-api-key-uses.ts";
import { CreatePeople1790002620000 } from "./migrations/1790002620000-create-people.ts";
import { KeepIdTokens1790002940000 } from "./migrations/1790002940000-keep-id-tokens.ts";

export const identityEntities = [
  businessEntity,
  projectEntity,
  apiKeyEntity,
  apiKeyUseEntity,
  mobileSecretEntity,
  auditEventEntity,
  personEntity,
  businessMemberEntity,
  consoleSessionEntity,
];

export const identityMigrations = [
  CreateIdentity1790000000000,
  CreateActivationSteps1790000010000,
  CreateAuditEvents1790001220000,
  CreateApiKeyUses1790001820000,
  CreatePeople1790002620000,
  KeepIdTokens1790002940000,
];
