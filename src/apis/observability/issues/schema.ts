import { arrivalEntity } from "./entities/arrival.ts";
import { fingerprintEntity } from "./entities/fingerprint.ts";
import { issueEntity } from "./entities/issue.ts";
import { CreateIssues1795000090000 } from "./migrations/1795000090000-create-issues.ts";

export const issueEntities = [issueEntity, fingerprintEntity, arrivalEntity];

export const issueMigrations = [CreateIssues1795000090000];
