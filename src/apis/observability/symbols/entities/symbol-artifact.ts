import { declareEntity, key, type Row, text, textOf, timestamp, uuid } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

/** Which file serves a release: one for each platform, kind of artifact and script. Releases may share a file. */
export const symbolArtifactEntity = declareEntity("symbol_artifacts", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  release: key(text),
  platform: key(textOf<SymbolPlatform>()),
  artifactType: key(textOf<ArtifactType>()),
  /** As `scriptPath` writes it; empty for what serves all scripts that have no source map of their own, and for other artifacts. */
  script: key(text),
  fileId: uuid,
  changedAt: timestamp,
});

export type SymbolArtifact = Row<typeof symbolArtifactEntity>;

export const symbolArtifacts = records(symbolArtifactEntity, ["projectId", "environment"]);
