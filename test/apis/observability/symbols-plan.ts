/** How the operations on symbols get to each of their documented statuses; contract-plan.ts has the others. */
import { createHash, randomUUID } from "node:crypto";
import type { Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, membersOf, withMembers } from "../../../scripts/contract-runner/request.ts";
import type { Change } from "../../../scripts/contract-runner/shapes.ts";
import type { Caller, PlanParts } from "./plan-parts.ts";

const mapping = bytesOf("com.shop.Basket -> a.a:\n    1:1:void run():7:7 -> a\n");
const announcement = {
  artifacts: { release: "shop@1", platform: "android", artifactType: "r8" },
  "debug-symbols": { platform: "android", filename: "libshop.so" },
};

export function symbolsPlan({ server, keys: { as, operation } }: PlanParts): Plan["bring"] {
  /** Names an upload that has been announced, and sent unless told otherwise. */
  const completing =
    (kind: keyof typeof announcement, { sent = true } = {}): Change<Caller> =>
    async (draft, { headers }) => {
      const sha256 = createHash("sha256").update(mapping).digest("hex");
      const request = { ...announcement[kind], sha256, size: mapping.length };
      const { body } = await server.post<{ uploadId: string; uploadUrl: string }>(
        `/api/v1/monitor/${kind}/presign`,
        request,
        headers,
      );
      if (sent) await fetch(body.uploadUrl, { method: "PUT", body: mapping });
      const { uploadId } = body;
      const named = draft.body === null ? draft : withMembers(draft, { uploadId });
      return { ...named, path: named.path.replace(uuid, uploadId) };
    };

  /** Announces what the project has already. */
  const known =
    (statement: string): Change<Caller> =>
    async (draft, { project }) => {
      const { sha256, artifactType = null } = membersOf(draft);
      const format = artifactType === "sourcemap" ? "source-map" : "mapping";
      const parameters = [project.id, sha256, format].slice(0, (statement.match(/\$/g) ?? []).length);
      await server.database.pool.query(statement, parameters);
      return draft;
    };

  /** Asks for what a release has: a source map, and one of a script. */
  const serving: Change<Caller> = async (draft, { project }) => {
    for (const script of ["", "assets/main.4f2d.js"]) {
      const fileId = randomUUID();
      const sha256 = createHash("sha256").update(fileId).digest("hex");
      await server.database.pool.query(mapOf, [project.id, fileId, sha256]);
      await server.database.pool.query(artifactOf, [project.id, fileId, script]);
    }
    return { ...draft, query: { release: "web@2026.11.3" } };
  };

  const complete = (kind: keyof typeof announcement) => ({
    ...operation("symbol_uploads", completing(kind)),
    404: as(),
    409: as(completing(kind, { sent: false })),
  });
  return {
    presignArtifact: { ...operation("symbol_uploads"), 200: as(known(fileOf)) },
    presignDebugSymbols: { ...operation("symbol_uploads"), 200: as(known(uploadOf)) },
    completeArtifact: complete("artifacts"),
    completeArtifactById: complete("artifacts"),
    completeDebugSymbols: complete("debug-symbols"),
    completeDebugSymbolsById: complete("debug-symbols"),
    listArtifacts: operation("symbol_artifacts", serving),
    deleteArtifacts: operation("symbol_artifacts", serving),
    listSymbolUploads: operation("symbol_uploads", completing("debug-symbols")),
  };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const fileOf = `INSERT INTO symbol_files (project_id, environment, file_id, sha256, format, bytes, kept, changed_at)
  VALUES ($1, 'test', gen_random_uuid(), $2, $3, 5, true, now())`;

const uploadOf = `INSERT INTO symbol_uploads (project_id, environment, upload_id, sha256, status, platform, indexed,
    declared_bytes, created_at, address_expires_at)
  VALUES ($1, 'test', gen_random_uuid(), $2, 'DONE', 'ios', true, 5, now(), now())`;

const mapOf = `INSERT INTO symbol_files (project_id, environment, file_id, sha256, format, bytes, kept, changed_at)
  VALUES ($1, 'test', $2, $3, 'source-map', 5, true, now())`;

const artifactOf = `INSERT INTO symbol_artifacts (project_id, environment, release, platform, artifact_type, script, file_id, changed_at)
  VALUES ($1, 'test', 'web@2026.11.3', 'web', 'sourcemap', $3, $2, now())`;
