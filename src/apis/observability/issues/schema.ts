import { arrivalEntity } from "./entities/arrival.ts";
import { fingerprintEntity } from "./entities/fingerprint.ts";
import { issueEntity } from "./entities/issue.ts";
import { CreateIssues1790002561000 } from "./migrations/1790002561000-create-issues.ts";
import { TellFingerprintIndexesApart1790002960000 } from "./migrations/1790002960000-tell-fingerprint-indexes-apart.ts";
import { KeepArrivalsPlain1790002970000 } from "./migrations/1790002970000-keep-arrivals-plain.ts";
import { FoldFromBlocks1790002980000 } from "./migrations/1790002980000-fold-from-blocks.ts";

export const issueEntities = [issueEntity, fingerprintEntity, arrivalEntity];

export const issueMigrations = [
  CreateIssues1790002561000,
  FoldFromBlocks1790002980000,
  KeepArrivalsPlain1790002970000,
  TellFingerprintIndexesApart1790002960000,
];
