/** Reads multipart/form-data (RFC 7578) with koa-body. Files are stored in a temporary folder that is removed with the request. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "koa";
import { ClientGone } from "./body.ts";
import { Problem } from "./problem.ts";

export interface ReceivedFile {
  readonly filename: string;
  readonly declaredType: string;
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

export interface Multipart {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
}

/**
 * Reads a multipart body. Throws Problem PAYLOAD_TOO_LARGE as soon as the body exceeds `limit` bytes; MALFORMED_BODY; VALIDATION_FAILED;
 * or ClientGone when the client disconnects before the end.
 */
export async function readMultipart(context: Context, limit: number): Promise<Multipart> {
  const { req: incoming, res: outgoing } = context;
  // Imported with the first upload: it loads as many modules as all the rest of the HTTP layer.
  const { koaBody } = await import("koa-body");
  const folder = await mkdtemp(join(tmpdir(), "accord-upload-"));
  // Files that cannot be removed are left to the operating system's cleaning of temporary files.
  const remove = () => void rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  if (outgoing.destroyed) {
    remove();
    throw new ClientGone();
  }
  outgoing.once("close", remove);
  const parse = koaBody({
    multipart: true,
    urlencoded: false,
    json: false,
    text: false,
    formidable: {
      uploadDir: folder,
      maxFileSize: limit,
      maxTotalFileSize: limit,
      maxFieldsSize: Math.min(limit, 1024 * 1024),
      maxFields: 100,
      maxFiles: 10,
      allowEmptyFiles: true,
      minFileSize: 0,
      // A part with a file name is a file, even without a Content-Type (RFC 7578, 4.4).
      onPart: (part, handle) => {
        if (part.originalFilename !== null) part.mimetype ??= "application/octet-stream";
        handle(part);
      },
    },
    onError: (error) => {
      throw incoming.destroyed && !incoming.complete ? new ClientGone() : refusal(error, limit);
    },
  });
  if (Number(incoming.headers["content-length"] ?? 0) > limit + 64 * 1024) throw tooLarge(limit);
  await parse(context, async () => undefined);
  return { fields: fieldsOf(context.request.body), files: filesOf(context.request.files) };
}

function refusal(error: Error & { httpCode?: number; code?: unknown }, limit: number): Problem {
  if (error.httpCode === 413) return tooLarge(limit);
  return new Problem("MALFORMED_BODY", { detail: "The body is not valid multipart/form-data.", cause: error });
}

function tooLarge(limit: number): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The upload is larger than ${limit} bytes.`,
    details: { limitBytes: limit },
  });
}

function fieldsOf(body: unknown): Map<string, string[]> {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>);
  return new Map(entries.map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]));
}

interface FormidableFile {
  readonly originalFilename: string | null;
  readonly mimetype: string | null;
  readonly filepath: string;
  readonly size: number;
}

function filesOf(received: unknown): Map<string, ReceivedFile> {
  const files = new Map<string, ReceivedFile>();
  for (const [name, value] of Object.entries((received ?? {}) as Record<string, FormidableFile | FormidableFile[]>)) {
    const [file, second] = Array.isArray(value) ? value : [value];
    if (second !== undefined) {
      throw new Problem("VALIDATION_FAILED", {
        fieldErrors: [{ path: `/body/${name}`, code: "maxItems", message: "takes one file" }],
      });
    }
    if (file === undefined) continue;
    files.set(name, {
      filename: file.originalFilename ?? "",
      declaredType: file.mimetype ?? "application/octet-stream",
      path: file.filepath,
      size: file.size,
    });
  }
  return files;
}
