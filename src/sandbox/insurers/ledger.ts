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

/** The kinds of records, of which a write leaves at most one each. */
export interface Records {
  readonly quote: Schemas["Quote"];
  readonly change: QuotedChange;
  readonly policy: SoldPolicy;
  readonly cancellation: Cancellation;
  readonly file: UploadedFile;
  readonly document: AttachedDocument;
  readonly claim: ReportedClaim;
}

/** What a write does when its key is new. */
export interface Change extends Partial<Records> {
  readonly answer: unknown;
}

/** One write: what it was asked, what it answered and what it changed. */
export interface Entry extends Change {
  readonly insurerId: string;
  readonly key: string;
  /** Tells requests with the same key apart. */
  readonly fingerprint: string;
}

/** The id that a record of each kind is found by. */
const idOf: { readonly [Kind in keyof Records]: (record: Records[Kind]) => string } = {
  quote: ({ quoteId }) => quoteId,
  change: ({ quoteId }) => quoteId,
  policy: ({ policyId }) => policyId,
  cancellation: ({ policyId }) => policyId,
  file: ({ fileId }) => fileId,
  document: ({ documentId }) => documentId,
  claim: ({ claimId }) => claimId,
};
const kinds = Object.keys(idOf) as (keyof Records)[];

const mostEntries = 20_000;

export class Ledger {
  readonly #file: FileHandle | null;
  readonly #entries = new Map<string, Entry>();
  readonly #records: { readonly [Kind in keyof Records]: Map<string, Records[Kind]> } = {
    quote: new Map(),
    change: new Map(),
    policy: new Map(),
    cancellation: new Map(),
    file: new Map(),
    document: new Map(),
    claim: new Map(),
  };
  readonly #boughtQuotes = new Set<string>();
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

  /** Null for a cancellation of a policy that was never cancelled, and for the change of a quote of new business. */
  find<Kind extends keyof Records>(kind: Kind, insurerId: string, id: string): Records[Kind] | null {
    return this.#records[kind].get(`${insurerId}/${id}`) ?? null;
  }

  /** Those of a policy, in the order in which they came. */
  ofPolicy<Kind extends "document" | "claim">(kind: Kind, insurerId: string, policyId: string): Records[Kind][] {
    return [...this.#records[kind]].flatMap(([key, record]) =>
      key.startsWith(`${insurerId}/`) && record.policyId === policyId ? [record] : [],
    );
  }

  isBought(insurerId: string, quoteId: string): boolean {
    return this.#boughtQuotes.has(`${insurerId}/${quoteId}`);
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
    const { insurerId, key, policy } = entry;
    this.#entries.set(`${insurerId}/${key}`, entry);
    for (const kind of kinds) this.#keep(kind, insurerId, entry[kind]);
    if (policy !== undefined) this.#boughtQuotes.add(`${insurerId}/${policy.quoteId}`);
  }

  #keep<Kind extends keyof Records>(kind: Kind, insurerId: string, record: Records[Kind] | undefined): void {
    if (record !== undefined) this.#records[kind].set(`${insurerId}/${idOf[kind](record)}`, record);
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
