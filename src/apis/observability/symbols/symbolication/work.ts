/** Symbolicates the stacks that one tenant has waiting. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readAtMost } from "#src/http/collected-bytes.ts";
import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { Tenant } from "../../records.ts";
import { ReaderEndedError, type ReaderSource, UnreadableError } from "../reading/reader-process.ts";
import type { SymbolReaders } from "../reading/symbol-readers.ts";
import { withFolder } from "../reading/working-folder.ts";
import { findSymbols } from "../uploads/available.ts";
import type { Symbolication } from "./form.ts";
import {
  changeAttempts,
  countMatched,
  dropSubject,
  finishSubject,
  type Matched,
  requeueLacking,
  type TakenSubject,
  takePending,
} from "./rows.ts";
import type { Subject } from "./subject.ts";
import { readSubject } from "./subjects.ts";
import type { WantedSymbols } from "./symbol-cache.ts";
import { type SymbolName, symbolKey } from "./symbol-key.ts";

export interface SymbolicationWork {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly readers: SymbolReaders;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called with an event's complete stack before it is written down; may be called again for the same event. */
  readonly onSymbolicated?: (tenant: Tenant, event: EventSubject, form: Symbolication) => Promise<void>;
}

type EventSubject = Extract<Subject, { readonly kind: "event" }>;

/** Most runs of a subject, those in which the process ended included. After them it is marked failed. */
const mostAttempts = 5;
/** Runs after which an UnreadableError marks a subject failed: a stack that takes too much memory once does so again. */
const mostFailures = 2;

/** Time (ms) after which a run leaves the rest to another, so that the stacks of other tenants get their turn. */
const runMs = 5_000;

export interface Done {
  readonly subjects: number;
  /** Whether something may be left. */
  readonly isUnfinished: boolean;
}

/**
 * Symbolicates until nothing waits, or for as long as a run may take. A subject that cannot be symbolicated is marked so, and the others go on. Throws
 * what the database and the object store throw; then what was not done yet waits for the next run.
 */
export async function symbolicateWaiting(work: SymbolicationWork, tenant: Tenant): Promise<Done> {
  const { database, signal } = work;
  const end = performance.now() + runMs;
  for (let subjects = 0; ; ) {
    const matched: Matched = new Map();
    const taken = await takePending(database, tenant);
    if (taken.length === 0) return { subjects, isUnfinished: false };
    const names = new Map<string, WantedSymbols>();
    let isOver = false;
    for (const [index, subject] of taken.entries()) {
      try {
        signal.throwIfAborted();
        await symbolicateOne(work, tenant, subject, { absent: names, matched });
      } catch (error) {
        await countMatched(database.pool, tenant, matched);
        await changeAttempts(database.pool, tenant, taken.slice(index), -1);
        throw error;
      }
      subjects += 1;
      isOver = performance.now() > end;
      if (!isOver) continue;
      await changeAttempts(database.pool, tenant, taken.slice(index + 1), -1);
      break;
    }
    await countMatched(database.pool, tenant, matched);
    await requeueArrived(work, tenant, names);
    if (isOver) return { subjects, isUnfinished: true };
  }
}

async function symbolicateOne(
  { database, objects, readers, log, signal, onSymbolicated }: SymbolicationWork,
  tenant: Tenant,
  ref: TakenSubject,
  { absent, matched }: { readonly absent: Map<string, WantedSymbols>; readonly matched: Matched },
): Promise<void> {
  const { pool, dataSource } = database;
  const fail = (reason: string) => {
    log.warn({ ...tenant, kind: ref.kind, subject: ref.subject, reason }, "A stack cannot be symbolicated");
    const result = JSON.stringify({ frames: [], missing: [], reason: reason.slice(0, 500) });
    return finishSubject(pool, tenant, ref, { status: "failed", result, lacks: null });
  };
  if (ref.attempts > mostAttempts) return await fail("The worker ended each time that it was tried.");
  const subject = await readSubject(pool, tenant, ref);
  if (subject === null) return await dropSubject(pool, tenant, ref);

  const lacking = new Map<string, WantedSymbols>();
  const files = new Set<string>();
  const source = (folder: () => Promise<string>): ReaderSource => ({
    async find(wanted) {
      const found = await findSymbols(dataSource.manager, tenant, wanted);
      if (found === null) absent.set(JSON.stringify(wanted), wanted);
      else files.add(found.fileId);
      lacking.set(keyOf(tenant, wanted), wanted);
      return found;
    },
    read: (objectKey, offset, length) => readObject(objects, objectKey, offset, length),
    copy: async (objectKey, offset, length) =>
      await copyObject(objects, objectKey, { offset, length, folder: await folder() }),
  });
  try {
    const form = await withFolder((folder) => readers.symbolicate(tenant.projectId, subject, source(folder), signal));
    if (form === null) return await dropSubject(pool, tenant, ref);
    if (subject.kind === "event" && form.status === "complete")
      await onSymbolicated?.(tenant, subject, JSON.parse(form.text) as Symbolication);
    // Symbols that were found may have been unusable, so the subject waits for replacements of those, too.
    const lacks = form.status === "complete" ? null : [...lacking.keys()];
    await finishSubject(pool, tenant, ref, { status: form.status, result: form.text, lacks });
    if (form.status === "complete" || form.status === "partial")
      for (const fileId of files) matched.set(fileId, (matched.get(fileId) ?? 0) + 1);
  } catch (error) {
    // A process that was ended from outside says nothing about the subject. The run stays counted.
    if (error instanceof ReaderEndedError) return;
    if (!(error instanceof UnreadableError)) throw error;
    if (ref.attempts >= mostFailures) await fail(error.message);
  }
}

/** Re-queues subjects whose symbols arrived while their absence was being written: the upload did not see those rows yet. */
async function requeueArrived(
  { database: { pool, dataSource } }: SymbolicationWork,
  tenant: Tenant,
  absent: ReadonlyMap<string, WantedSymbols>,
): Promise<void> {
  for (const wanted of absent.values()) {
    if ((await findSymbols(dataSource.manager, tenant, wanted)) === null) continue;
    await requeueLacking(pool, tenant, [keyOf(tenant, wanted)]);
  }
}

function keyOf(tenant: Tenant, wanted: WantedSymbols): string {
  const name: SymbolName = wanted.kind === "debug" ? { debugId: wanted.debugId } : wanted;
  return symbolKey(tenant, name);
}

/** Throws UnreadableError when the object is gone: better symbols have replaced it, and the next run finds those. */
async function readObject(objects: ObjectStore, key: string, offset: number, length: number): Promise<Buffer> {
  const bytes = await readAtMost(length, await partOf(objects, key, offset, length));
  if (bytes?.length !== length) throw new UnreadableError("Symbols are shorter than they were.");
  return bytes;
}

/** Copies a part of an object to a new file in `folder`, and returns its path. Throws as `readObject` does. */
async function copyObject(
  objects: ObjectStore,
  key: string,
  { offset, length, folder }: { readonly offset: number; readonly length: number; readonly folder: string },
): Promise<string> {
  const path = join(folder, randomUUID());
  await pipeline(await partOf(objects, key, offset, length), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if ((await stat(path)).size !== length) throw new UnreadableError("Symbols are shorter than they were.");
  return path;
}

async function partOf(objects: ObjectStore, key: string, offset: number, length: number): Promise<Readable> {
  if (length === 0) return Readable.from([]);
  const stored = await objects.get(key, { range: { start: offset, end: offset + length - 1 } });
  if (stored === null) throw new UnreadableError("Symbols were replaced while they were read.");
  return stored.body;
}
