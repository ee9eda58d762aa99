/** Reads multipart/form-data (RFC 7578) with koa-body. Files are stored in a temporary folder that is removed with the request. */

import type { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PluginFunction } from "formidable";
import type { Context } from "koa";
import { ClientGone } from "./body.ts";
import { Problem } from "./problem.ts";

/** A file of a multipart body, in a temporary file that is removed when the request ends. */
export interface UploadedFile {
  readonly filename: string;
  readonly declaredType: string;
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

export interface Multipart {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** Most bytes of boundaries and headers around the parts (bytes), beyond the limit of the body. */
const mostAround = 64 * 1024;
/** Most bytes of the headers of one part. The time in which formidable finds a file's name in them grows with the square: 2 ms for as many. */
const mostHeaderBytes = 4 * 1024;

/**
 * Reads a multipart body. Throws Problem PAYLOAD_TOO_LARGE as soon as the body exceeds `limit` bytes; MALFORMED_BODY; VALIDATION_FAILED;
 * or ClientGone when the client disconnects before the end.
 */
export async function readMultipart(context: Context, limit: number): Promise<Multipart> {
  const { req: incoming, res: outgoing } = context;
  // Imported with the first upload: it loads as many modules as all the rest of the HTTP layer.
  const [{ koaBody }, { multipart }] = await Promise.all([import("koa-body"), import("formidable")]);
  const folder = await mkdtemp(join(tmpdir(), "accord-upload-"));
  // Files that cannot be removed are left to the operating system's cleaning of temporary files.
  /** Formidable leaves files open that begin in the piece of the body that it refused. */
  const opened: { destroy(): void }[] = [];
  const remove = () => {
    for (const file of opened.splice(0)) file.destroy();
    rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  };
  if (outgoing.destroyed) {
    remove();
    throw new ClientGone();
  }
  outgoing.once("close", remove);
  const failed = Promise.withResolvers<never>();
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
      enabledPlugins: [multipart, bounded(limit)],
      onFileBegin: (_name, file) => {
        opened.push(file as unknown as { destroy(): void });
        // The file is open in the next turn.
        if (outgoing.destroyed) setImmediate(remove);
      },
      onPart: (part, handle) => {
        // A part with a file name is a file, even without a Content-Type (RFC 7578, 4.4).
        if (part.originalFilename !== null) part.mimetype ??= "application/octet-stream";
        // The bytes are decoded by then (RFC 2045, 6.1); formidable would take this for a character encoding, and fail for `8bit`.
        Object.assign(part, { transferEncoding: "utf-8" });
        // Its type says nothing of the promise that it returns, which nobody else waits for.
        Promise.resolve(handle(part)).catch((error: Error) => failed.reject(refusal(error, limit)));
      },
    },
    onError: (error) => {
      throw incoming.destroyed && !incoming.complete ? new ClientGone() : refusal(error, limit);
    },
  });
  if (Number(incoming.headers["content-length"] ?? 0) > limit + mostAround) throw tooLarge(limit);
  await Promise.race([parse(context, async () => undefined), failed.promise]);
  return { fields: fieldsOf(context.request.body), files: filesOf(context.request.files) };
}

/** What formidable's own types leave out of a form. */
interface Form extends EventEmitter {
  readonly _parser: EventEmitter | null;
  _error(error: Error): void;
}

/** Bounds what formidable does not: the body as a whole, also one of unknown length, and the headers of a part, which it collects in memory. */
function bounded(limit: number): PluginFunction {
  return (given) => {
    const form = given as unknown as Form;
    form.on("progress", (received: number) => {
      if (received > limit + mostAround) form._error(tooLarge(limit));
    });
    let headerBytes = 0;
    form._parser?.on("data", ({ name, start = 0, end = 0 }: { name: string; start?: number; end?: number }) => {
      if (name === "partBegin") headerBytes = 0;
      if (name === "headerField" || name === "headerValue") headerBytes += end - start;
      if (headerBytes <= mostHeaderBytes) return;
      headerBytes = 0;
      form._error(malformed(`The headers of a part have more than ${mostHeaderBytes} bytes.`));
    });
  };
}

function refusal(error: Error & { httpCode?: number; code?: unknown }, limit: number): Problem {
  if (error instanceof Problem) return error;
  if (error.httpCode === 413) return tooLarge(limit);
  return malformed("The body is not valid multipart/form-data.", error);
}

function malformed(detail: string, cause?: Error): Problem {
  return new Problem("MALFORMED_BODY", { detail, cause });
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

function filesOf(received: unknown): Map<string, UploadedFile> {
  const files = new Map<string, UploadedFile>();
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
