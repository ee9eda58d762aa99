/** What the handlers of a sandbox insurer depend on, and what they share. */
import { createHash, randomUUID } from "node:crypto";
import type { Contract } from "#generated/insurer/contract.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { problemMembers } from "#src/contract/problem-json.ts";
import type { Handlers, HandlersByTag } from "#src/contract/types.ts";
import { canonicalJson } from "#src/http/canonical-json.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import type { SandboxInsurer, SandboxProduct } from "./catalog.ts";
import type { FileStore } from "./file-store.ts";
import type { Change, Ledger, Records, UploadedFile } from "./ledger.ts";

export interface Callers {
  /** Whoever knows the insurer's token. */
  readonly InsurerToken: true;
}

export type InsurerHandlers = Handlers<Contract, Callers>;

export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

export interface InsurerDependencies {
  readonly insurer: SandboxInsurer;
  readonly ledger: Ledger;
  /** Under which name it keeps its sales: test and live sales apart. */
  readonly book: string;
  readonly files: FileStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A request that writes. */
interface Write {
  readonly path: unknown;
  readonly headers: { readonly "idempotency-key": string };
  readonly body: unknown;
}

/** What a write answers and changes, and the header that tells a repeated one. */
interface Written<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** Does a write once for its key. A Problem of `work` changes nothing; a key of another request is refused with 409. */
export async function writeOnce<Body>(
  { book, ledger }: InsurerDependencies,
  { path, headers, body }: Write,
  { operationId }: { readonly operationId: string },
  work: () => Change & { readonly answer: Body },
): Promise<Written<Body>> {
  const fingerprint = createHash("sha256").update(canonicalJson({ operationId, path, body })).digest("base64url");
  // A UUID is the same in either case (RFC 9562, 4).
  const key = headers["idempotency-key"].toLowerCase();
  const done = await ledger.once({ insurerId: book, key, fingerprint }, work);
  if (done === "conflict") throw refusal(409, "IDEMPOTENCY_KEY_CONFLICT", "This key was used with another request.");
  return { body: done.answer as Body, headers: done.replayed ? { "Idempotency-Replayed": "true" } : {} };
}

/** The product with this id, unless it is not sold. */
export function sellable({ insurer }: InsurerDependencies, productId: string): SandboxProduct | null {
  const product = insurer.products.find((candidate) => candidate.productId === productId);
  return product?.status === "ACTIVE" ? product : null;
}

export function notFound(what: string): Problem {
  return refusal(404, "NOT_FOUND", `There is no such ${what}.`);
}

/** A record of the insurer's. Throws a refusal where there is none with this id. */
export function recorded<Kind extends keyof Records>(
  { ledger, book }: InsurerDependencies,
  kind: Kind,
  id: string,
): Records[Kind] {
  const record = ledger.find(kind, book, id);
  if (record === null) throw notFound(kind);
  return record;
}

/** A file that was reserved. Throws a refusal that names where the request has it. */
export function uploaded({ ledger, book }: InsurerDependencies, fileId: string, path: string): UploadedFile {
  const file = ledger.find("file", book, fileId);
  if (file !== null) return file;
  const fault = { path, code: "unknown", message: "is no file that was reserved here" };
  throw refusal(422, "FILE_UNKNOWN", "There is no such file.", [fault]);
}

/** A refusal with a code of the insurer's own, for handlers to throw. */
export function refusal(
  status: number,
  code: string,
  message: string,
  fieldErrors: readonly FieldError[] = [],
): Problem {
  return new Problem("INSURER_REFUSED", { status, detail: message, fieldErrors, passedOn: { code } });
}

function correlationId(): string {
  return `ins-${randomUUID()}`;
}

/** Writes errors in the protocol's own form. */
export const presentInsurerError: ProblemPresenter = (problem, exchange) => {
  const { code, detail, fieldErrors } = problemMembers(problem, exchange.requestId);
  const body = { code, message: detail, correlationId: correlationId(), fieldErrors };
  return {
    status: problem.status,
    type: "application/json",
    payload: JSON.stringify(body),
    headers: problem.headers,
    checked: body,
  };
};
