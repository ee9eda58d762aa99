import { debugObjectEntity } from "./entities/debug-object.ts";
import { symbolArtifactEntity } from "./entities/symbol-artifact.ts";
import { symbolFileEntity } from "./entities/symbol-file.ts";
import { symbolUploadEntity } from "./entities/symbol-upload.ts";
import { CreateSymbols1790001600000 } from "./migrations/1790001600000-create-symbols.ts";
import { CountReadingsOfUploads1790001940000 } from "./migrations/1790001940000-count-readings-of-uploads.ts";
import { TellWhyUploadsFail1790002140000 } from "./migrations/1790002140000-tell-why-uploads-fail.ts";
import { NameScriptsOfSourceMaps1790002530000 } from "./migrations/1790002530000-name-scripts-of-source-maps.ts";
import { IndexSourcesOfDebugObjects1790002531000 } from "./migrations/1790002531000-index-sources-of-debug-objects.ts";
import { CountMatchedStacks1790003000000 } from "./migrations/1790003000000-count-matched-stacks.ts";
import { symbolicationEntity } from "./symbolication/entity.ts";
import { CreateSymbolications1790001650000 } from "./symbolication/migrations/1790001650000-create-symbolications.ts";
import { NameWaitingStacks1790002990000 } from "./symbolication/migrations/1790002990000-name-waiting-stacks.ts";

export const symbolEntities = [
  symbolFileEntity,
  symbolUploadEntity,
  symbolArtifactEntity,
  debugObjectEntity,
  symbolicationEntity,
];

export const symbolMigrations = [
  CreateSymbols1790001600000,
  CreateSymbolications1790001650000,
  CountReadingsOfUploads1790001940000,
  TellWhyUploadsFail1790002140000,
  NameScriptsOfSourceMaps1790002530000,
  IndexSourcesOfDebugObjects1790002531000,
  NameWaitingStacks1790002990000,
  CountMatchedStacks1790003000000,
];
