/** What the handlers of a sandbox insurer depend on, and what they share. */
import { createHash } from "node:crypto";
import type { Contract } from "#generated/insurer/contract.ts";
import type { Handlers } from "#src/contract/types.ts";
import { canonicalJson } from "#src/http/canonical-json.ts";
import type { SandboxInsurer, SandboxProduct } from "./catalog.ts";
import type { FileStore } from "./file-store.ts";
import type { Change, Ledger } from "./ledger.ts";
import { type Refused, refuse } from "./refusals.ts";

export interface Callers {
  /** Whoever knows the insurer's token. */
  readonly InsurerToken: true;
}

export type InsurerHandlers = Handlers<Contract, Callers>;

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
  readonly operationId: string;
  readonly path: unknown;
  readonly headers: { readonly "idempotency-key": string };
  readonly body: unknown;
}

/** What a write answers and changes, and the header that tells a repeated one. */
interface Written<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** Does a write once for its key. A refusal by `work` changes nothing; a key of another request is refused with 409. */
export async function writeOnce<Body, Status extends number = never>(
  { book, ledger }: InsurerDependencies,
  { operationId, path, headers, body }: Write,
  work: () => (Change & { readonly answer: Body }) | Refused<Status>,
): Promise<Written<Body> | Refused<Status | 409>> {
  const fingerprint = createHash("sha256").update(canonicalJson({ operationId, path, body })).digest("base64url");
  const done = await ledger.once<Refused<Status>>(
    { insurerId: book, key: headers["idempotency-key"], fingerprint },
    work,
  );
  if (done === "conflict") return refuse(409, "IDEMPOTENCY_KEY_CONFLICT", "This key was used with another request.");
  if ("status" in done) return done;
  return { body: done.answer as Body, headers: done.replayed ? { "Idempotency-Replayed": "true" } : {} };
}

/** The product with this id, unless it is not sold. */
export function sellable({ insurer }: InsurerDependencies, productId: string): SandboxProduct | null {
  const product = insurer.products.find((candidate) => candidate.productId === productId);
  return product?.status === "ACTIVE" ? product : null;
}

export function notFound(what: string): Refused<404> {
  return refuse(404, "NOT_FOUND", `There is no such ${what}.`);
}
