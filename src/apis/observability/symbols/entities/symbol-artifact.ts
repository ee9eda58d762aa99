import { EntitySchema } from "typeorm";
import { records } from "#src/storage/records.ts";
import type { Environment } from "../../records.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";

/** Which file serves a release: one for each platform, kind of artifact and script. Releases may share a file. */
export interface SymbolArtifact {
  readonly projectId: string;
  readonly environment: Environment;
  readonly release: string;
  readonly platform: SymbolPlatform;
  readonly artifactType: ArtifactType;
  /** As `scriptPath` writes it; empty for what serves all scripts that have no source map of their own, and for other artifacts. */
  readonly script: string;
  readonly fileId: string;
  readonly changedAt: Date;
}

export const symbolArtifactEntity = new EntitySchema<SymbolArtifact>({
  name: "SymbolArtifact",
  tableName: "symbol_artifacts",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    release: { type: "text", primary: true },
    platform: { type: "text", primary: true },
    artifactType: { name: "artifact_type", type: "text", primary: true },
    script: { type: "text", primary: true },
    fileId: { name: "file_id", type: "uuid" },
    changedAt: { name: "changed_at", type: "timestamptz" },
  },
});

export const symbolArtifacts = records(symbolArtifactEntity, ["projectId", "environment"]);
