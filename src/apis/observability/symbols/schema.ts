import { debugObjectEntity } from "./entities/debug-object.ts";
import { symbolArtifactEntity } from "./entities/symbol-artifact.ts";
import { symbolFileEntity } from "./entities/symbol-file.ts";
import { symbolUploadEntity } from "./entities/symbol-upload.ts";
import { CreateSymbols1790001600000 } from "./migrations/1790001600000-create-symbols.ts";

export const symbolEntities = [symbolFileEntity, symbolUploadEntity, symbolArtifactEntity, debugObjectEntity];

export const symbolMigrations = [CreateSymbols1790001600000];
