/** The operations on symbols, as a program outside of the server calls them. */
import { createReadStream } from "node:fs";
import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Schemas } from "#generated/observability/contract.ts";

/** Longest that a single answer may take (milliseconds); a large artifact is read before it is answered. */
const answerMs = 5 * 60_000;
const mostAttempts = 4;
const longestPauseSeconds = 60;

/** What the server, or the way to it, refused. */
export class UploadError extends Error {
  override readonly name = "UploadError";
}

export interface ApiAccess {
  /** Where the API is, for example `https://accord.example.com/observability`. */
  readonly url: string;
  readonly key: string;
}

export type Kind = "artifacts" | "debug-symbols";

export class SymbolsClient {
  readonly #access: ApiAccess;

  constructor(access: ApiAccess) {
    this.#access = access;
  }

  presign(kind: Kind, body: object): Promise<Schemas["PresignedArtifact"]> {
    return this.#call("POST", `${kind}/presign`, body);
  }

  complete(kind: Kind, uploadId: string): Promise<object> {
    return this.#call("POST", `${kind}/uploads/complete`, { uploadId });
  }

  async uploads(): Promise<readonly Schemas["SymbolUpload"][]> {
    return (await this.#call<Schemas["SymbolUploadList"]>("GET", "debug-symbols/uploads?limit=200")).uploads;
  }

  /** Throws UploadError. Waits and asks again where the server says that it has too much to do. */
  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const url = `${this.#access.url.replace(/\/+$/, "")}/api/v1/monitor/${path}`;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, {
        method,
        headers: { "x-api-key": this.#access.key, "content-type": "application/json" },
        signal: AbortSignal.timeout(answerMs),
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new UploadError(`${url} cannot be reached: ${reasonOf(error)}`);
      });
      if (response.ok) return (await response.json()) as T;
      const pause = Number(response.headers.get("retry-after") ?? "0");
      const passes = response.status === 429 || response.status === 503;
      if (!passes || attempt === mostAttempts || pause > longestPauseSeconds) throw await refusalOf(response);
      await response.body?.cancel();
      await delay(Math.max(1, pause) * 1000);
    }
  }
}

async function refusalOf(response: Response): Promise<UploadError> {
  const text = await response.text();
  try {
    const { detail, fieldErrors = [] } = JSON.parse(text) as Partial<Schemas["Problem"]>;
    const findings = fieldErrors.map(({ path, message }) => `${path} ${message}`);
    return new UploadError([`${response.status}: ${detail}`, ...findings].join("; "));
  } catch {
    return new UploadError(`${response.status}: ${text.slice(0, 200)}`);
  }
}

/**
 * PUTs a file to the address that was given out for it; `onProgress` hears how many bytes have been sent. Throws UploadError.
 * The store gets no API key.
 */
export async function putFile(
  url: string,
  { path, bytes }: { readonly path: string; readonly bytes: number },
  onProgress: (sent: number, total: number) => void,
): Promise<void> {
  let sent = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      onProgress(sent, bytes);
      done(null, chunk);
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = url.startsWith("https:") ? secureRequest : plainRequest;
  const request = send(url, { method: "PUT", headers: { "content-length": bytes }, timeout: answerMs }, (response) => {
    const { statusCode = 0 } = response;
    response.setEncoding("utf8");
    let text = "";
    response.on("data", (piece: string) => {
      text = (text + piece).slice(0, 500);
    });
    response.once("error", reject);
    response.once("end", () => {
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new UploadError(`The object store answered ${statusCode}: ${text}`));
    });
  });
  // Without this listener, Node reports neither an answer nor an error.
  request.once("upgrade", ({ statusCode }, socket) => {
    socket.destroy();
    reject(new UploadError(`The object store answered ${statusCode}`));
  });
  request.once("timeout", () => request.destroy(new Error("nothing moved for too long")));
  // A store that refuses answers before it has read everything; what it said counts.
  const sending = pipeline(createReadStream(path), counted, request).catch((error: unknown) => {
    setImmediate(() => reject(new UploadError(`The object store cannot be reached: ${reasonOf(error)}`)));
  });
  await promise;
  await sending;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
