/**
 * Where the sandbox insurers' signed addresses lead: bytes of uploads are counted and forgotten, documents are made on
 * the spot. It speaks plain HTTP beside the protocol, as an insurer's object store would.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface PolicyReference {
  readonly insurerId: string;
  readonly policyId: string;
}

export type FileStore = ReturnType<typeof createFileStore>;

const oversizedBytes = 11 * 1024 * 1024;

/**
 * @param origin where the sandbox listens, once it does.
 * @param scheduleOf the text of a policy's schedule.
 */
export function createFileStore(
  origin: () => string,
  scheduleOf: (policy: PolicyReference) => string | null,
  now: () => number,
) {
  const key = randomBytes(32);
  const sign = (claims: string) => createHmac("sha256", key).update(claims).digest("base64url");
  const address = (action: string, values: Record<string, string>) => {
    const claims = new URLSearchParams({ action, ...values }).toString();
    return `${origin()}/files?${claims}&signature=${sign(claims)}`;
  };

  const claimsOf = (url: string): URLSearchParams | null => {
    const [, claims = "", signature = ""] = /\?(.*)&signature=([\w-]{43})$/.exec(url) ?? [];
    if (signature === "" || !timingSafeEqual(Buffer.from(sign(claims)), Buffer.from(signature))) return null;
    const values = new URLSearchParams(claims);
    return Number(values.get("expires")) > now() ? values : null;
  };

  return {
    /** An address to PUT this many bytes to. */
    uploadUrl: (fileId: string, bytes: number, expiresAt: number) =>
      address("PUT", { file: fileId, bytes: String(bytes), expires: String(expiresAt) }),
    /** An address that answers the schedule of a policy, or more bytes than anybody wants. */
    downloadUrl: ({ insurerId, policyId }: PolicyReference, oversized: boolean, expiresAt: number) =>
      address("GET", { insurerId, policyId, oversized: oversized ? "1" : "0", expires: String(expiresAt) }),

    /** Answers a request below `/files`. */
    serve(request: IncomingMessage, response: ServerResponse): void {
      const claims = claimsOf(request.url ?? "");
      if (claims === null || claims.get("action") !== request.method) {
        response.writeHead(403).end();
        return;
      }
      if (request.method === "PUT") void receive(request, response, Number(claims.get("bytes")));
      else if (claims.get("oversized") === "1") void pour(response);
      else {
        const policy = { insurerId: claims.get("insurerId") ?? "", policyId: claims.get("policyId") ?? "" };
        const text = scheduleOf(policy);
        response.writeHead(text === null ? 404 : 200, { "Content-Type": "text/plain; charset=utf-8" }).end(text ?? "");
      }
    },
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, expected: number): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > expected) break;
    }
    response.writeHead(size === expected ? 200 : 400, { Connection: "close" }).end();
  } catch {
    response.destroy();
  }
}

/** Without a Content-Length, so that only counting shows how much it is. */
async function pour(response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const chunks = Array.from({ length: oversizedBytes / chunk.length }, () => chunk);
  response.writeHead(200, { "Content-Type": "application/octet-stream" });
  await pipeline(Readable.from(chunks), response).catch(() => {});
}
