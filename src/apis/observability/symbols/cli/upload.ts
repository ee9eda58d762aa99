/** Sends what was found, and waits for what the server makes of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { artifactKinds, type SymbolPlatform } from "../uploads/kinds.ts";
import { type ApiAccess, putFile, SymbolsClient, UploadError } from "./api-client.ts";
import { type ReadyFile, readyFile } from "./packing.ts";
import type { Uploadable } from "./uploadables.ts";

export interface UploadRequest extends ApiAccess {
  readonly platform: SymbolPlatform;
  readonly release: string | null;
  readonly buildNumber: string | null;
  /** How long to wait for the index of what was sent last, in milliseconds; 0 not to wait. */
  readonly patienceMs: number;
  /** Called with how far a file has been sent. */
  readonly onProgress: (name: string) => (sent: number, total: number) => void;
}

/** What has come of one upload. */
export interface UploadOutcome {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** `stored`, `indexed`, `queued`, `known` (the server had it), or `failed`. */
  readonly result: "stored" | "indexed" | "queued" | "known" | "failed";
  /** Objects that can be symbolicated with; null where none are counted. */
  readonly objects: number | null;
  /** Why it failed, or what is wrong with some of it; null for nothing. */
  readonly remark: string | null;
}

const pauseMs = 500;
/** Files that are sent before the index of all of them is waited for: the server lists no more than its newest 200 uploads. */
const mostOpen = 100;

/** Sends one after the other; one that fails leaves the others alone. */
export async function uploadAll(found: readonly Uploadable[], request: UploadRequest): Promise<UploadOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "accord-upload-"));
  const client = new SymbolsClient(request);
  try {
    const outcomes: UploadOutcome[] = [];
    let { patienceMs } = request;
    let sent: Sent[] = [];
    for (const [number, uploadable] of found.entries()) {
      sent.push(await uploadOne(client, uploadable, request, await readyFile(uploadable, folder, number)));
      if (sent.length < mostOpen && number + 1 < found.length) continue;
      const ended = await indexed(client, sent, patienceMs);
      outcomes.push(...ended);
      if (ended.some(({ result }) => result === "queued")) patienceMs = 0;
      sent = [];
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Sent {
  readonly outcome: UploadOutcome;
  /** Of an upload that is yet to be indexed. */
  readonly uploadId: string | null;
}

async function uploadOne(
  client: SymbolsClient,
  { name, artifactType, script }: Uploadable,
  { platform, release, buildNumber, onProgress }: UploadRequest,
  file: ReadyFile,
): Promise<Sent> {
  const outcome = { name, type: artifactType ?? "debug symbols", bytes: file.bytes, objects: null, remark: null };
  const kind = artifactType === null ? "debug-symbols" : "artifacts";
  const known = {
    platform,
    sha256: file.sha256,
    size: file.bytes,
    filename: name,
    ...(release !== null && { release }),
  };
  const own =
    artifactType === null
      ? { ...(buildNumber !== null && { buildNumber }) }
      : { artifactType, ...(script !== null && { script }) };
  try {
    const { duplicate, uploadId, uploadUrl } = await client.presign(kind, { ...known, ...own });
    if (duplicate) return { outcome: { ...outcome, result: "known" }, uploadId: uploadId ?? null };
    if (uploadId === undefined || uploadUrl === undefined) throw new UploadError("The server gave no address.");
    await putFile(uploadUrl, file, onProgress(name));
    await client.complete(kind, uploadId);
    const isIndexed = artifactType === null || artifactKinds[artifactType].format === "objects";
    return { outcome: { ...outcome, result: isIndexed ? "queued" : "stored" }, uploadId: isIndexed ? uploadId : null };
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    return { outcome: { ...outcome, result: "failed", remark: error.message }, uploadId: null };
  }
}

/** Asks until all that was queued has come to its end, or patience has. */
async function indexed(client: SymbolsClient, sent: readonly Sent[], patienceMs: number): Promise<UploadOutcome[]> {
  const outcomes = sent.map(({ outcome }) => outcome);
  const open = new Map(sent.flatMap(({ uploadId }, index) => (uploadId === null ? [] : [[uploadId, index]])));
  const deadline = performance.now() + patienceMs;
  while (open.size > 0 && performance.now() < deadline) {
    for (const upload of await client.uploads()) {
      const index = open.get(upload.uploadId);
      const outcome = index === undefined ? undefined : outcomes[index];
      if (index === undefined || outcome === undefined || upload.completedAt === null) continue;
      outcomes[index] = endOf(outcome, upload);
      open.delete(upload.uploadId);
    }
    if (open.size > 0) await delay(pauseMs);
  }
  return outcomes;
}

type Listed = Awaited<ReturnType<SymbolsClient["uploads"]>>[number];

function endOf(outcome: UploadOutcome, upload: Listed): UploadOutcome {
  const { status, failureReason, failureDetail, validObjects, invalidObjects } = upload;
  if (status !== "DONE") {
    const remark = [failureReason, failureDetail].filter((text) => text !== null).join(": ");
    return { ...outcome, result: "failed", remark };
  }
  const remark = invalidObjects === 0 ? null : `${invalidObjects} objects cannot be used`;
  if (validObjects === 0) return { ...outcome, result: "failed", objects: 0, remark: remark ?? "No object was found" };
  return { ...outcome, result: outcome.result === "known" ? "known" : "indexed", objects: validObjects, remark };
}
