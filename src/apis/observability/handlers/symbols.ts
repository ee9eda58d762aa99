/** Uploads of symbols, and symbolication on demand. */

import { scriptPath } from "@accord/debug-info/javascript";
import { In } from "typeorm";
import type { Answers } from "#generated/observability/contract.ts";
import type { Cursors } from "#src/http/cursor.ts";
import type { HandlersOf } from "../callers.ts";
import { presentUpload } from "../presenters/symbol-upload.ts";
import type { QueryQuota } from "../store/quota.ts";
import { symbolFiles } from "../symbols/entities/symbol-file.ts";
import { symbolUploads } from "../symbols/entities/symbol-upload.ts";
import { queueReprocessing } from "../symbols/symbolication/jobs.ts";
import { countUnfinished } from "../symbols/symbolication/rows.ts";
import { announceArchive, announceArtifact, type UploadAddress } from "../symbols/uploads/announce.ts";
import { listArtifacts, presentArtifact } from "../symbols/uploads/artifact-list.ts";
import { deleteArtifacts } from "../symbols/uploads/artifacts.ts";
import { type CompletionDependencies, completeArchive, completeArtifact } from "../symbols/uploads/complete.ts";
import { charged, type KeyCall } from "./queries.ts";

export interface SymbolHandlerDependencies extends CompletionDependencies {
  readonly cursors: Cursors;
  /** Requests about symbols count as queries. */
  readonly queryQuota: QueryQuota;
}

export function symbolHandlers(dependencies: SymbolHandlerDependencies): HandlersOf<"Symbols" | "Symbolication"> {
  const { database, queryQuota, cursors } = dependencies;
  const { manager } = database.dataSource;

  const artifactCompleted = async (call: KeyCall, uploadId: string) => {
    const body = await completeArtifact(dependencies, await charged(queryQuota, call), uploadId, call.signal);
    return { status: 201, body } as const;
  };
  const archiveCompleted = async (call: KeyCall, uploadId: string) => {
    await completeArchive(dependencies, await charged(queryQuota, call), uploadId);
    return { status: 200, body: { uploadId, status: "QUEUED" } } as const;
  };

  return {
    async presignArtifact({ body: { size, filename, script = null, ...artifact } }, call) {
      const announced = { ...artifact, script, bytes: size, originalFilename: filename ?? null };
      const outcome = await announceArtifact(dependencies, await charged(queryQuota, call), announced);
      if ("fileId" in outcome)
        return { status: 200, body: { duplicate: true, fileId: outcome.fileId, sha256: artifact.sha256 } };
      return { status: 201, body: presentAddress(outcome) };
    },

    async presignDebugSymbols({ body: { size, filename, release = null, buildNumber = null, ...archive } }, call) {
      const announced = { ...archive, release, buildNumber, bytes: size, originalFilename: filename };
      const outcome = await announceArchive(dependencies, await charged(queryQuota, call), announced);
      if ("duplicateOf" in outcome)
        return { status: 200, body: { duplicate: true, uploadId: outcome.duplicateOf, sha256: archive.sha256 } };
      return { status: 201, body: presentAddress(outcome) };
    },

    completeArtifact: ({ body }, call) => artifactCompleted(call, body.uploadId),
    completeArtifactById: ({ path }, call) => artifactCompleted(call, path.uploadId),
    completeDebugSymbols: ({ body }, call) => archiveCompleted(call, body.uploadId),
    completeDebugSymbolsById: ({ path }, call) => archiveCompleted(call, path.uploadId),

    async listArtifacts({ query: { limit, cursor, script, ...filter } }, call) {
      const tenant = await charged(queryQuota, call);
      const wanted = { ...filter, ...(script !== undefined && { script: scriptPath(script) }) };
      const page = await listArtifacts(database.pool, cursors, tenant, wanted, { limit, cursor });
      return { status: 200, body: { ...page, items: page.items.map(presentArtifact) } };
    },

    async deleteArtifacts({ query: { script, ...filter } }, call) {
      const wanted = { ...filter, ...(script !== undefined && { script: scriptPath(script) }) };
      const deleted = await deleteArtifacts(dependencies, await charged(queryQuota, call), wanted);
      return { status: 200, body: { deleted } };
    },

    async listSymbolUploads({ query: { limit, status } }, call) {
      // Index symbol_uploads_age.
      const tenant = await charged(queryQuota, call);
      const uploads = await symbolUploads.of(manager, tenant).find({
        where: { indexed: true, ...(status === undefined ? {} : { status }) },
        order: { createdAt: "DESC", uploadId: "DESC" },
        take: limit,
      });
      const files = await symbolFiles
        .of(manager, tenant)
        .find({ where: { fileId: In(uploads.flatMap(({ fileId }) => fileId ?? [])) } });
      const byId = new Map(files.map((file) => [file.fileId, file]));
      const shown = uploads.map((upload) => presentUpload(upload, byId.get(upload.fileId ?? "")));
      return { status: 200, body: { uploads: shown } };
    },

    async reprocessCrashes(_request, call) {
      const tenant = await charged(queryQuota, call);
      const { count, now } = await countUnfinished(database.pool, tenant);
      if (count > 0) await queueReprocessing(database.pool, tenant, now);
      return { status: 200, body: { requeued: count } };
    },
  };
}

function presentAddress({ uploadId, url, expiresAt }: UploadAddress): Answers["PresignedDebugSymbols"] {
  return { duplicate: false, uploadId, uploadUrl: url, expiresAt };
}
