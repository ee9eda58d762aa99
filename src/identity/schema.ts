import { apiKeyEntity } from "./entities/api-key.ts";
import { apiKeyUseEntity } from "./entities/api-key-use.ts";
import { auditEventEntity } from "./entities/audit-event.ts";
import { businessEntity } from "./entities/business.ts";
import { businessMemberEntity } from "./entities/business-member.ts";
import { consoleSessionEntity } from "./entities/console-session.ts";
import { mobileSecretEntity } from "./entities/mobile-secret.ts";
import { personEntity } from "./entities/person.ts";
import { projectEntity } from "./entities/project.ts";
import { CreateIdentity1795000010000 } from "./migrations/1795000010000-create-identity.ts";

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

export const identityMigrations = [CreateIdentity1795000010000];
