/**
 * What the sandbox insurers remember: quotes, policies, and the answer to every write by its idempotency key. One
 * journal of JSON lines, each a whole write, synced before the write is answered; it is read back at the start.
 */
import { type FileHandle, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Schemas } from "#generated/insurer/contract.ts";
import { Problem } from "#src/http/problem.ts";
import { openToAppend, readPlain } from "#src/storage/plain-files.ts";
import { StartupError } from "#src/storage/startup-error.ts";

export interface SoldPolicy {
  readonly policyId: string;
  readonly policyNumber: string;
  readonly purchaseId: string;
  readonly quoteId: string;
  readonly productId: string;
  readonly holder: string;
  readonly premium: Schemas["Money"];
  readonly startDate: string;
  /** The first day of the year of cover that was paid last; left out for a policy that was never renewed. */
  readonly termStart?: string;
  readonly endDate: string;
  readonly issuedAt: string;
  /** When it was renewed or endorsed last. */
  readonly changedAt?: string;
}

/** The change that a quote for an existing policy makes. */
export interface QuotedChange {
  readonly quoteId: string;
  readonly policyId: string;
  readonly context: "renewal" | "endorsement";
  /**
   * The purchase of the terms that it changes. A policy that has other terms by then cannot be changed by this quote.
   */
  readonly purchaseId: string;
  readonly holder: string;
}

export interface Cancellation {
  readonly policyId: string;
  readonly outcome: "CANCELLED" | "UNDER_REVIEW";
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A file that was announced. */
export interface UploadedFile {
  readonly fileId: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** A file that became a document of a policy. */
export interface AttachedDocument extends UploadedFile {
  readonly policyId: string;
  readonly documentId: string;
  readonly type: string;
}

/** A loss that was reported, as it was after its last write. */
export interface ReportedClaim {
  readonly claimId: string;
  readonly claimNumber: string;
  readonly policyId: string;
  readonly lossDate: string;
  /** What the customer wants. */
  readonly claimed: Schemas["Money"];
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  readonly attachments: readonly { readonly fileId: string; readonly at: number }[];
}

/** One write: what it was asked, what it answered and what it changed. */
export interface Entry {
  readonly insurerId: string;
  readonly key: string;
  /** Tells requests with the same key apart. */
  readonly fingerprint: string;
  readonly answer: unknown;
  readonly quote?: Schemas["Quote"];
  readonly change?: QuotedChange;
  readonly policy?: SoldPolicy;
  readonly cancellation?: Cancellation;
  readonly file?: UploadedFile;
  readonly document?: AttachedDocument;
  readonly claim?: ReportedClaim;
}

/** What a write does when its key is new. */
export type Change = Pick<
  Entry,
  "answer" | "quote" | "change" | "policy" | "cancellation" | "file" | "document" | "claim"
>;

const mostEntries = 20_000;

export class Ledger {
  readonly #file: FileHandle | null;
  readonly #entries = new Map<string, Entry>();
  readonly #quotes = new Map<string, Schemas["Quote"]>();
  readonly #changes = new Map<string, QuotedChange>();
  readonly #policies = new Map<string, SoldPolicy>();
  readonly #boughtQuotes = new Set<string>();
  readonly #cancellations = new Map<string, Cancellation>();
  readonly #files = new Map<string, UploadedFile>();
  readonly #documents = new Map<string, readonly AttachedDocument[]>();
  readonly #claims = new Map<string, ReportedClaim>();
  #last: Promise<unknown> = Promise.resolve();
  /** Bytes of the journal that are whole entries. */
  #size: number;

  private constructor(file: FileHandle | null, size: number, entries: readonly Entry[]) {
    this.#file = file;
    this.#size = size;
    for (const entry of entries) this.#apply(entry);
  }

  /**
   * Null keeps everything in memory. A last line that was cut off in a crash was never answered and is dropped. Throws
   * StartupError when another line is damaged.
   */
  static async open(path: string | null): Promise<Ledger> {
    if (path === null) return new Ledger(null, 0, []);
    await mkdir(dirname(path), { recursive: true });
    const text = (await readPlain(path)) ?? "";
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const lines = whole.split("\n").slice(0, -1);
    const entries = lines.map((line, index) => parseEntry(line, path, index + 1));
    const size = Buffer.byteLength(whole);
    const file = await openToAppend(path);
    await file.truncate(size);
    return new Ledger(file, size, entries);
  }

  quote(insurerId: string, quoteId: string): Schemas["Quote"] | null {
    return this.#quotes.get(`${insurerId}/${quoteId}`) ?? null;
  }

  /** Null for a quote of new business. */
  change(insurerId: string, quoteId: string): QuotedChange | null {
    return this.#changes.get(`${insurerId}/${quoteId}`) ?? null;
  }

  isBought(insurerId: string, quoteId: string): boolean {
    return this.#boughtQuotes.has(`${insurerId}/${quoteId}`);
  }

  policy(insurerId: string, policyId: string): SoldPolicy | null {
    return this.#policies.get(`${insurerId}/${policyId}`) ?? null;
  }

  cancellation(insurerId: string, policyId: string): Cancellation | null {
    return this.#cancellations.get(`${insurerId}/${policyId}`) ?? null;
  }

  file(insurerId: string, fileId: string): UploadedFile | null {
    return this.#files.get(`${insurerId}/${fileId}`) ?? null;
  }

  /** Those that were attached, in the order in which they came. */
  documents(insurerId: string, policyId: string): readonly AttachedDocument[] {
    return this.#documents.get(`${insurerId}/${policyId}`) ?? [];
  }

  claim(insurerId: string, claimId: string): ReportedClaim | null {
    return this.#claims.get(`${insurerId}/${claimId}`) ?? null;
  }

  claimsOf(insurerId: string, policyId: string): readonly ReportedClaim[] {
    const prefix = `${insurerId}/`;
    return [...this.#claims].flatMap(([key, claim]) =>
      key.startsWith(prefix) && claim.policyId === policyId ? [claim] : [],
    );
  }

  /**
   * Does a write once for its key; writes follow one another, so `work` sees what all earlier ones did. What `work`
   * throws is not remembered. `conflict` when the key was used with another fingerprint. Throws Problem OVERLOADED when
   * the sandbox is full.
   */
  once(
    write: Pick<Entry, "insurerId" | "key" | "fingerprint">,
    work: () => Change,
  ): Promise<{ readonly answer: unknown; readonly replayed: boolean } | "conflict"> {
    const done = this.#last.then(async () => {
      const known = this.#entries.get(`${write.insurerId}/${write.key}`);
      if (known !== undefined)
        return known.fingerprint === write.fingerprint ? { answer: known.answer, replayed: true } : "conflict";
      if (this.#entries.size >= mostEntries)
        throw new Problem("OVERLOADED", { detail: "The sandbox is full.", headers: { "Retry-After": "3600" } });
      const entry = { ...write, ...work() };
      if (this.#file !== null) await this.#append(this.#file, `${JSON.stringify(entry)}\n`);
      this.#apply(entry);
      return { answer: entry.answer, replayed: false };
    });
    this.#last = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file?.close();
  }

  /** A line that could not be written whole is taken back, so that the next one does not become part of it. */
  async #append(file: FileHandle, line: string): Promise<void> {
    try {
      await file.appendFile(line);
      await file.datasync();
      this.#size += Buffer.byteLength(line);
    } catch (error) {
      await file.truncate(this.#size);
      throw error;
    }
  }

  #apply(entry: Entry): void {
    const { insurerId, key, quote, change, policy, cancellation, file, document, claim } = entry;
    this.#entries.set(`${insurerId}/${key}`, entry);
    if (quote !== undefined) this.#quotes.set(`${insurerId}/${quote.quoteId}`, quote);
    if (change !== undefined) this.#changes.set(`${insurerId}/${change.quoteId}`, change);
    if (policy !== undefined) {
      this.#policies.set(`${insurerId}/${policy.policyId}`, policy);
      this.#boughtQuotes.add(`${insurerId}/${policy.quoteId}`);
    }
    if (file !== undefined) this.#files.set(`${insurerId}/${file.fileId}`, file);
    if (document !== undefined) {
      const { policyId } = document;
      this.#documents.set(`${insurerId}/${policyId}`, [...this.documents(insurerId, policyId), document]);
    }
    if (claim !== undefined) this.#claims.set(`${insurerId}/${claim.claimId}`, claim);
    if (cancellation !== undefined) this.#cancellations.set(`${insurerId}/${cancellation.policyId}`, cancellation);
  }
}

function parseEntry(line: string, path: string, number: number): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch (error) {
    throw new StartupError(
      `Line ${number} of ${path} is damaged. Remove the file; the sandbox insurers then forget their sales.`,
      error,
    );
  }
}
