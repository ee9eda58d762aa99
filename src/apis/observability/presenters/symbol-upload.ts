import type { Answers } from "#generated/observability/contract.ts";
import type { SymbolFile } from "../symbols/entities/symbol-file.ts";
import type { SymbolUpload } from "../symbols/entities/symbol-upload.ts";

type Presented = Answers["SymbolUpload"];

/** `file` is what it is indexed from; undefined before there is one. */
export function presentUpload(
  upload: SymbolUpload,
  file: Pick<SymbolFile, "matchedStacks" | "lastMatchedAt"> | undefined,
): Presented {
  const { status, declaredBytes } = upload;
  return {
    uploadId: upload.uploadId,
    status,
    failureReason: upload.failureReason as Presented["failureReason"],
    failureDetail: upload.failureDetail,
    platform: upload.platform as Presented["platform"],
    artifactType: upload.artifactType as Presented["artifactType"],
    release: upload.release,
    buildNumber: upload.buildNumber,
    originalFilename: upload.originalFilename,
    uploadedSize: status === "AWAITING_UPLOAD" ? 0 : declaredBytes,
    discoveredUuids: upload.discoveredUuids,
    validObjects: upload.validObjects,
    invalidObjects: upload.invalidObjects,
    matchedStacks: file?.matchedStacks ?? 0,
    lastMatchedAt: file?.lastMatchedAt ?? null,
    createdAt: upload.createdAt,
    completedAt: upload.completedAt,
  };
}
