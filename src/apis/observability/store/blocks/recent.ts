/**
 * Whether records were received before, among those of the last hours. A repeat has the time that it had, so only chunks with records of
 * that time are looked into. A process keeps the identities of the chunks that it has looked into or written; which chunks there are
 * is told by the head, under whose lock all of this happens.
 */
import type { Head } from "#src/storage/blocks/log.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type Tenant, tenantName } from "../../records.ts";
import { type ChunkAbout, identityOfChunk, listChunks, readChunks, unkept } from "./chunks.ts";
import { mixed } from "./filters.ts";
import type { DistinctKind, HeadOf, RecordKind } from "./kind.ts";

/** What a process keeps, over all tenants: words of identities, and chunks. */
const mostWords = 8 * 1024 * 1024;
const mostChunks = 200_000;

interface RecentChunk {
  readonly about: ChunkAbout;
  identities: Uint32Array | null;
}

interface RecentOfTenant {
  nextBlock: number;
  changes: number;
  readonly chunks: RecentChunk[];
}

/** Records of a flush, any of which may be a repeat: two words of each identity, and the records' times (ms) for kinds whose repeats have the same time. */
export interface Sent {
  readonly identities: Uint32Array;
  readonly times?: Float64Array;
}

/** What a process knows of a kind's records that came lately. */
export interface Recent<Kind extends RecordKind> {
  /** Which of them were received after `after` (ms): 1 for the first of each identity. On the connection that holds the head's lock. */
  known(db: Queryable, tenant: Tenant, head: Head, sent: Sent, after: number): Promise<Uint8Array>;
  /** Remembers a chunk that this process has committed. */
  add(tenant: Tenant, about: ChunkAbout, head: HeadOf<Kind>): void;
  /** Those of all records, as they are sent. */
  identitiesOf(head: HeadOf<Kind>): Uint32Array;
  forgetAll(): void;
}

/** 1 for each that is neither there already nor earlier among them. */
export async function freshOf(sent: Sent, known: (sent: Sent) => Promise<Uint8Array>): Promise<Uint8Array> {
  const { identities } = sent;
  const isKnown = await known(sent);
  const own = new IdentityTable(identities);
  return isKnown.map((known, at) => {
    const isFirst = own.find(identities[2 * at] as number, identities[2 * at + 1] as number) === at;
    return isFirst && known === 0 ? 1 : 0;
  });
}

export class RecentRecords<Kind extends DistinctKind> implements Recent<Kind> {
  readonly #kind: Kind;
  /** The one that was used last is the last. */
  readonly #tenants = new Map<string, RecentOfTenant>();
  #words = 0;
  #chunks = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  async known(
    db: Queryable,
    tenant: Tenant,
    head: Head,
    { identities, times = new Float64Array() }: Sent,
    after: number,
  ): Promise<Uint8Array> {
    const known = new Uint8Array(identities.length / 2);
    if (known.length === 0) return known;
    const recent = await this.#of(db, tenant, head, after);
    const sorted = times.toSorted();
    const wanted = recent.chunks.filter(
      ({ about }) => about.maxTime > after && hasBetween(sorted, about.firstKey, about.lastKey),
    );
    const missing = wanted.filter((chunk) => chunk.identities === null);
    let at = 0;
    for await (const { head: columns } of readChunks(
      db,
      this.#kind,
      tenant,
      missing.map(({ about }) => about),
      false,
      unkept,
    )) {
      const chunk = missing[at++];
      if (chunk !== undefined) this.#keep(chunk, this.#kind.identities(columns as never, after));
    }
    const table = new IdentityTable(identities);
    for (const { identities: there } of wanted)
      for (let i = 0; i < (there?.length ?? 0); i += 2) {
        const index = table.find(there?.[i] as number, there?.[i + 1] as number);
        if (index >= 0) known[index] = 1;
      }
    this.#shrink(tenant);
    return known;
  }

  add(tenant: Tenant, about: ChunkAbout, head: HeadOf<Kind>): void {
    const recent = this.#tenants.get(tenantName(tenant));
    if (recent === undefined || recent.nextBlock !== about.blockId) return;
    recent.nextBlock++;
    const chunk: RecentChunk = { about, identities: null };
    this.#keep(chunk, this.identitiesOf(head));
    recent.chunks.push(chunk);
    this.#chunks++;
    this.#shrink(tenant);
  }

  identitiesOf(head: HeadOf<Kind>): Uint32Array {
    return this.#kind.identities(head as never, 0);
  }

  forgetAll(): void {
    for (const name of [...this.#tenants.keys()]) this.#forget(name);
  }

  async #of(db: Queryable, tenant: Tenant, { nextBlock, changes }: Head, after: number): Promise<RecentOfTenant> {
    const name = tenantName(tenant);
    let recent = this.#tenants.get(name);
    const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, receivedFrom: after };
    if (recent === undefined || recent.changes !== changes || recent.nextBlock > nextBlock) {
      const before = new Map(recent?.chunks.map((chunk) => [identityOfChunk(chunk.about), chunk]));
      this.#forget(name);
      recent = { nextBlock, changes, chunks: [] };
      this.#add(recent, await listChunks(db, this.#kind, tenant, everything));
      for (const chunk of recent.chunks) {
        const kept = before.get(identityOfChunk(chunk.about));
        if (kept?.identities != null) this.#keep(chunk, kept.identities);
      }
    } else if (recent.nextBlock < nextBlock) {
      this.#tenants.delete(name);
      this.#add(recent, await listChunks(db, this.#kind, tenant, { ...everything, fromBlock: recent.nextBlock }));
      recent.nextBlock = nextBlock;
    } else this.#tenants.delete(name);
    this.#tenants.set(name, recent);
    return recent;
  }

  #add(recent: RecentOfTenant, abouts: readonly ChunkAbout[]): void {
    for (const about of abouts) recent.chunks.push({ about, identities: null });
    this.#chunks += abouts.length;
  }

  #keep(chunk: RecentChunk, identities: Uint32Array): void {
    chunk.identities = identities;
    this.#words += identities.length;
  }

  /** Forgets what was used longest ago, and of the tenant itself what it received first. */
  #shrink(tenant: Tenant): void {
    const own = tenantName(tenant);
    for (const name of [...this.#tenants.keys()]) {
      if (this.#words <= mostWords && this.#chunks <= mostChunks) return;
      if (name !== own) this.#forget(name);
    }
    for (const chunk of this.#tenants.get(own)?.chunks ?? []) {
      if (this.#words <= mostWords / 2) return;
      this.#words -= chunk.identities?.length ?? 0;
      chunk.identities = null;
    }
  }

  #forget(name: string): void {
    const recent = this.#tenants.get(name);
    if (recent === undefined) return;
    for (const { identities } of recent.chunks) this.#words -= identities?.length ?? 0;
    this.#chunks -= recent.chunks.length;
    this.#tenants.delete(name);
  }
}

/** Whether one of the rising numbers is between the two, both included. */
function hasBetween(rising: Float64Array, first: number, last: number): boolean {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return (rising[low] ?? Number.POSITIVE_INFINITY) <= last;
}

/** Positions by identity. */
export class IdentityTable {
  readonly #identities: Uint32Array;
  readonly #places: Int32Array;
  readonly #mask: number;

  constructor(identities: Uint32Array) {
    this.#identities = identities;
    let size = 16;
    while (size < 2 * identities.length) size *= 2;
    this.#places = new Int32Array(size).fill(-1);
    this.#mask = size - 1;
    for (let i = 0; 2 * i < identities.length; i++) {
      const at = this.#slotOf(identities[2 * i] as number, identities[2 * i + 1] as number);
      // Of equal ones the first stays: a row of them would be walked through by each further one.
      if ((this.#places[at] as number) < 0) this.#places[at] = i;
    }
  }

  /** The first that has this identity; −1 for none. */
  find(low: number, high: number): number {
    return this.#places[this.#slotOf(low, high)] as number;
  }

  /** The slot that has it, or that is free for it. */
  #slotOf(low: number, high: number): number {
    for (let at = startOfIdentity(low, high) & this.#mask; ; at = (at + 1) & this.#mask) {
      const place = this.#places[at] as number;
      if (place < 0 || (this.#identities[2 * place] === low && this.#identities[2 * place + 1] === high)) return at;
    }
  }
}

/** Drawn anew by each process, so that nobody can choose ids that begin at one slot. */
const [lowKey = 0, highKey = 0, factor = 0] = crypto.getRandomValues(new Uint32Array(3));

/** Where an identity begins to look for its slot. */
export function startOfIdentity(low: number, high: number): number {
  return mixed(mixed(low ^ lowKey) + Math.imul(high ^ highKey, factor | 1));
}
