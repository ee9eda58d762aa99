/** The symbolication of what one tenant has waiting. */
import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { Tenant } from "../../records.ts";
import { findArtifact, findDebugObject } from "../uploads/available.ts";
import type { ArtifactType, SymbolPlatform } from "../uploads/kinds.ts";
import { changeAttempts, dropSubject, finishSubject, requeueLacking, type TakenSubject, takePending } from "./rows.ts";
import { readSubject } from "./subjects.ts";
import type { FoundSymbols, SymbolSource, WantedSymbols } from "./symbol-cache.ts";
import { type SymbolName, symbolKey } from "./symbol-key.ts";
import { type SymbolicationThread, UnusableSubjectError } from "./symbolication-thread.ts";

export interface SymbolicationWork {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly thread: SymbolicationThread;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Runs of a subject, those included in which the process ended, before it is given up. */
const mostAttempts = 5;
/** Runs that it ends by itself: what takes too much memory once does so again. */
const mostFailures = 2;

/**
 * Symbolicates until nothing waits. A subject that cannot be symbolicated is marked so, and the others go on. Throws
 * what the database and the object store throw; then what was not done yet waits for the next run.
 */
export async function symbolicateWaiting(work: SymbolicationWork, tenant: Tenant): Promise<number> {
  const { database, signal } = work;
  for (let done = 0; ; ) {
    const taken = await takePending(database.pool, tenant);
    if (taken.length === 0) return done;
    const names = new Map<string, WantedSymbols>();
    for (const [index, subject] of taken.entries()) {
      try {
        signal.throwIfAborted();
        await symbolicateOne(work, tenant, subject, names);
        done += 1;
      } catch (error) {
        await changeAttempts(database.pool, tenant, taken.slice(index), -1);
        throw error;
      }
    }
    await requeueArrived(work, tenant, names);
  }
}

async function symbolicateOne(
  { database, objects, thread, log, signal }: SymbolicationWork,
  tenant: Tenant,
  ref: TakenSubject,
  absent: Map<string, WantedSymbols>,
): Promise<void> {
  const { pool } = database;
  const fail = (reason: string) => {
    log.warn({ ...tenant, kind: ref.kind, subject: ref.subject, reason }, "A stack cannot be symbolicated");
    const result = JSON.stringify({ frames: [], missing: [], reason: reason.slice(0, 500) });
    return finishSubject(pool, tenant, ref, { status: "failed", result, lacks: null });
  };
  if (ref.attempts > mostAttempts) return await fail("The worker ended each time that it was tried.");
  const subject = await readSubject(pool, tenant, ref);
  if (subject === null) return await dropSubject(pool, tenant, ref);

  const lacking = new Map<string, WantedSymbols>();
  const source: SymbolSource = {
    async find(wanted) {
      const found = await findSymbols(database, tenant, wanted);
      if (found === null) absent.set(keyOf(tenant, wanted), wanted);
      lacking.set(keyOf(tenant, wanted), wanted);
      return found;
    },
    read: (objectKey, offset, length) => readObject(objects, objectKey, offset, length),
  };
  try {
    const form = await thread.run(subject, source, signal);
    if (form === null) return await dropSubject(pool, tenant, ref);
    // What was found may have been of no use, so that another one would be.
    const lacks = form.status === "complete" ? null : [...lacking.keys()];
    await finishSubject(pool, tenant, ref, { status: form.status, result: form.text, lacks });
  } catch (error) {
    if (!(error instanceof UnusableSubjectError)) throw error;
    if (ref.attempts >= mostFailures) await fail(error.message);
  }
}

/** Symbols that arrived while their absence was written down: whoever brought them did not see the row yet. */
async function requeueArrived(
  { database }: SymbolicationWork,
  tenant: Tenant,
  absent: ReadonlyMap<string, WantedSymbols>,
): Promise<void> {
  for (const [key, wanted] of absent) {
    if ((await findSymbols(database, tenant, wanted)) !== null) await requeueLacking(database.pool, tenant, [key]);
  }
}

function keyOf(tenant: Tenant, wanted: WantedSymbols): string {
  const name: SymbolName = wanted.kind === "debug" ? { debugId: wanted.debugId } : wanted;
  return symbolKey(tenant, name);
}

async function findSymbols(
  { dataSource: { manager } }: Database,
  tenant: Tenant,
  wanted: WantedSymbols,
): Promise<FoundSymbols | null> {
  if (wanted.kind === "debug") {
    const found = await findDebugObject(manager, tenant, wanted.debugId);
    return found && { objectKey: found.indexKey, size: found.indexBytes };
  }
  for (const type of wanted.artifactTypes) {
    const identity = {
      release: wanted.release,
      platform: wanted.platform as SymbolPlatform,
      artifactType: type as ArtifactType,
    };
    const found = await findArtifact(manager, tenant, identity);
    if (found !== null) return { objectKey: found.objectKey, size: found.bytes };
  }
  return null;
}

/** Throws UnusableSubjectError when the object is gone: better symbols have taken its place, and the next run finds those. */
async function readObject(objects: ObjectStore, key: string, offset: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0);
  const stored = await objects.get(key, { range: { start: offset, end: offset + length - 1 } });
  if (stored === null) throw new UnusableSubjectError("Symbols were replaced while they were read.");
  const chunks: Buffer[] = [];
  for await (const chunk of stored.body) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== length) throw new UnusableSubjectError("Symbols are shorter than they were.");
  return bytes;
}
