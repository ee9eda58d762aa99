import { debugObjectEntity } from "./entities/debug-object.ts";
import { symbolArtifactEntity } from "./entities/symbol-artifact.ts";
import { symbolFileEntity } from "./entities/symbol-file.ts";
import { symbolUploadEntity } from "./entities/symbol-upload.ts";
import { CreateSymbols1795000080000 } from "./migrations/1795000080000-create-symbols.ts";
import { symbolicationEntity } from "./symbolication/entity.ts";

export const symbolEntities = [
  symbolFileEntity,
  symbolUploadEntity,
  symbolArtifactEntity,
  debugObjectEntity,
  symbolicationEntity,
];

export const symbolMigrations = [CreateSymbols1795000080000];
