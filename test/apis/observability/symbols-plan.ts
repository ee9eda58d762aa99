/** How the operations on symbols get to each of their documented statuses; contract-plan.ts has the others. */
import { createHash, randomUUID } from "node:crypto";
import type { DocumentedStatus } from "#src/contract/status.ts";
import type { Bring } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import type { Headers, ObservabilityServer } from "./operations/server.ts";

export type Brings = { readonly [Status in DocumentedStatus]?: Bring };

export interface PlanParts {
  readonly server: ObservabilityServer;
  /** Someone with a key for a project of their own. */
  readonly aKey: () => Promise<{ readonly headers: Headers; readonly project: { readonly id: string } }>;
  /** Asks as such a caller. */
  readonly as: (change?: (draft: Draft) => Draft) => Bring;
  /** Bodies that are too large, or of another type, for what takes 1 MiB of JSON. */
  readonly body: Brings;
  /** What is wrong with a request in the same way for every query. */
  readonly common: Brings;
  /** The same for what reads artifacts alone. */
  readonly ofArtifacts: Brings;
}

const mapping = bytesOf("com.shop.Basket -> a.a:\n    1:1:void run():7:7 -> a\n");
const announcement = {
  artifacts: { release: "shop@1", platform: "android", artifactType: "r8" },
  "debug-symbols": { platform: "android", filename: "libshop.so" },
};

export function symbolsPlan({
  server,
  aKey,
  as,
  body,
  common,
  ofArtifacts,
}: PlanParts): Readonly<Record<string, Brings>> {
  /** Names an upload that has been announced, and sent unless told otherwise. */
  const completing =
    (kind: keyof typeof announcement, { sent = true } = {}): Bring =>
    async (draft, sendTo) => {
      const { headers } = await aKey();
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
      return sendTo(withHeaders({ ...named, path: named.path.replace(uuid, uploadId) }, headers));
    };

  /** Announces what the project has already. */
  const known =
    (statement: string): Bring =>
    async (draft, sendTo) => {
      const { headers, project } = await aKey();
      const { sha256, artifactType = null } = membersOf(draft);
      const format = artifactType === "sourcemap" ? "source-map" : "mapping";
      const parameters = [project.id, sha256, format].slice(0, (statement.match(/\$/g) ?? []).length);
      await server.database.pool.query(statement, parameters);
      return sendTo(withHeaders(draft, headers));
    };

  /** Asks for what a release has: a source map, and one of a script. */
  const serving: Bring = async (draft, sendTo) => {
    const { headers, project } = await aKey();
    for (const script of ["", "assets/main.4f2d.js"]) {
      const fileId = randomUUID();
      const sha256 = createHash("sha256").update(fileId).digest("hex");
      await server.database.pool.query(mapOf, [project.id, fileId, sha256]);
      await server.database.pool.query(artifactOf, [project.id, fileId, script]);
    }
    return sendTo(withHeaders({ ...draft, query: { release: "web@2026.11.3" } }, headers));
  };

  const presign: Brings = { ...common, ...body, 201: as(), 400: as((draft) => withMembers(draft, { size: 0 })) };
  const complete = (kind: keyof typeof announcement): Brings => ({
    ...common,
    [kind === "artifacts" ? 201 : 200]: completing(kind),
    400: as((draft) =>
      draft.body === null
        ? { ...draft, path: draft.path.replace(uuid, "nonsense") }
        : withMembers(draft, { uploadId: "nonsense" }),
    ),
    404: as(),
    409: completing(kind, { sent: false }),
  });
  return {
    presignArtifact: { ...presign, 200: known(fileOf) },
    presignDebugSymbols: { ...presign, 200: known(uploadOf) },
    completeArtifact: { ...complete("artifacts"), ...body },
    completeArtifactById: complete("artifacts"),
    completeDebugSymbols: { ...complete("debug-symbols"), ...body },
    completeDebugSymbolsById: complete("debug-symbols"),
    listArtifacts: {
      ...ofArtifacts,
      200: serving,
      400: as((draft) => ({ ...draft, query: { limit: "nonsense" } })),
    },
    deleteArtifacts: {
      ...ofArtifacts,
      200: serving,
      400: as((draft) => ({ ...draft, query: { release: "" } })),
    },
    listSymbolUploads: {
      ...common,
      200: completing("debug-symbols"),
      400: as((draft) => ({ ...draft, query: { limit: "nonsense" } })),
    },
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
