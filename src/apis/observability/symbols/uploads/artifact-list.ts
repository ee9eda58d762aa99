// SQL: pages after a key of several columns.
/** Lists the artifacts that serve releases. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import type { SymbolArtifact } from "../entities/symbol-artifact.ts";
import type { ArtifactFilter } from "./artifacts.ts";

export type ListedArtifact = Pick<
  SymbolArtifact,
  "release" | "platform" | "artifactType" | "script" | "fileId" | "changedAt"
> & {
  readonly sha256: string;
  readonly bytes: string;
  readonly matchedStacks: string;
  readonly lastMatchedAt: Date | null;
};

/** By release, platform, type and script. Throws Problem INVALID_CURSOR. */
export function listArtifacts(
  db: Queryable,
  cursors: Cursors,
  { projectId, environment }: Tenant,
  filter: Partial<ArtifactFilter>,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<CursorPage<ListedArtifact>> {
  const { release, platform, artifactType, script } = filter;
  return cursors.page({
    scope: { list: "artifacts", projectId, environment, release, platform, artifactType, script },
    limit,
    cursor,
    async read(after, take) {
      // Primary key (project_id, environment, release, platform, artifact_type, script).
      const { rows } = await db.query<ListedArtifact>(
        `SELECT artifact.release, artifact.platform, artifact.artifact_type AS "artifactType", artifact.script,
           artifact.file_id AS "fileId", artifact.changed_at AS "changedAt", file.sha256, file.bytes,
           file.matched_stacks AS "matchedStacks", file.last_matched_at AS "lastMatchedAt"
         FROM symbol_artifacts AS artifact
         JOIN symbol_files AS file
           ON file.project_id = artifact.project_id AND file.environment = artifact.environment
             AND file.file_id = artifact.file_id
         WHERE artifact.project_id = $1 AND artifact.environment = $2
           AND ($3::text IS NULL OR artifact.release = $3) AND ($4::text IS NULL OR artifact.platform = $4)
           AND ($5::text IS NULL OR artifact.artifact_type = $5) AND ($6::text IS NULL OR artifact.script = $6)
           AND (artifact.release, artifact.platform, artifact.artifact_type, artifact.script) > ($7, $8, $9, $10)
         ORDER BY artifact.release, artifact.platform, artifact.artifact_type, artifact.script
         LIMIT $11`,
        [
          ...[projectId, environment, release ?? null, platform ?? null, artifactType ?? null, script ?? null],
          ...(after ?? ["", "", "", ""]),
          take,
        ],
      );
      return rows;
    },
    positionOf: (artifact) => [artifact.release, artifact.platform, artifact.artifactType, artifact.script],
  });
}

export function presentArtifact({ changedAt, bytes, script, ...artifact }: ListedArtifact): Schemas["SymbolArtifact"] {
  const { release, platform, artifactType, fileId, sha256, matchedStacks, lastMatchedAt } = artifact;
  return {
    release,
    platform: platform as Schemas["ArtifactPlatform"],
    artifactType,
    script: script === "" ? null : script,
    fileId,
    sha256,
    size: Number(bytes),
    servesSince: changedAt.toISOString(),
    matchedStacks: Number(matchedStacks),
    lastMatchedAt: lastMatchedAt?.toISOString() ?? null,
  };
}
