import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

/** Which file serves a release: one for each platform, kind of artifact and script. Releases may share a file. */
export const symbolArtifactEntity = declareEntity("symbol_artifacts", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  release: column.text.key,
  platform: column.textOf<SymbolPlatform>().key,
  artifactType: column.textOf<ArtifactType>().key,
  /** As `scriptPath` writes it; empty for what serves all scripts that have no source map of their own, and for other artifacts. */
  script: column.text.key,
  fileId: column.uuid,
  changedAt: column.timestamp,
});

export type SymbolArtifact = Row<typeof symbolArtifactEntity>;

export const symbolArtifacts = records(symbolArtifactEntity, ["projectId", "environment"]);
