/** Which index answers for a debug id. */
import type { IndexedObject } from "@accord/debug-info/native";
import { In } from "typeorm";
import type { Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { debugObjectEntity, debugObjects } from "../entities/debug-object.ts";
import { keepFiles, releaseFiles } from "./files.ts";

/** An object whose index is in the store, under the key of a file that is not in use yet. */
export interface IndexedFile extends IndexedObject {
  readonly fileId: string;
}

/**
 * Makes objects known by their debug ids. One with debugging information takes the place of any, and one without only that of
 * another without; indexes that lose their place are let go, and those that get none stay unused. Whoever calls has the
 * lock of `lockSymbols`.
 */
export async function recordObjects(
  transaction: Transaction,
  tenant: Tenant,
  objects: readonly IndexedFile[],
  { sourceFileId, now }: { readonly sourceFileId: string; readonly now: Date },
): Promise<void> {
  const { manager } = transaction;
  const debugIds = [...new Set(objects.map(({ debugId }) => debugId))];
  const before = await debugObjects.of(manager, tenant).find({ where: { debugId: In(debugIds) } });
  const known = new Map(before.map((object) => [placeOf(object.debugId, object.architecture), object]));
  const chosen = new Map<string, IndexedFile>();
  for (const object of objects) {
    const place = placeOf(object.debugId, object.arch);
    const rival = chosen.get(place) ?? known.get(place);
    if (object.hasDebugInfo || rival?.hasDebugInfo !== true) chosen.set(place, object);
  }
  if (chosen.size === 0) return;
  await keepFiles(
    manager,
    tenant,
    [...chosen.values()].map(({ fileId }) => fileId),
    now,
  );
  await manager.upsert(
    debugObjectEntity,
    [...chosen.values()].map(({ debugId, arch, hasDebugInfo, fileId }) => ({
      ...tenant,
      debugId,
      architecture: arch,
      hasDebugInfo,
      indexFileId: fileId,
      sourceFileId,
      addedAt: now,
    })),
    ["projectId", "environment", "debugId", "architecture"],
  );
  const replaced = [...chosen.keys()].flatMap((place) => known.get(place)?.indexFileId ?? []);
  await releaseFiles(transaction, tenant, replaced, now);
}

function placeOf(debugId: string, architecture: string): string {
  return `${debugId} ${architecture}`;
}
