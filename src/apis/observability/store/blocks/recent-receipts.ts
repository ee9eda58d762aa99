/**
 * Whether records were received before, within a window counted from their receipt. A repeat may carry any time of its own, so every record
 * of the window is known by its identity and its time of receipt. A process keeps these for the tenants that it served last. Under the
 * lock of the head it reads what other processes have written since; it need not read segments that were compacted from blocks it knows.
 */
import { Slice } from "#src/http/event-loop.ts";
import type { Head } from "#src/storage/blocks/log.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { type Tenant, tenantName } from "../../records.ts";
import { type ChunkAbout, listChunks, readChunks, unkept } from "./chunks.ts";
import type { DistinctKind, HeadOf } from "./kind.ts";
import { IdentityTable, type Recent, type Sent, startOfIdentity } from "./recent.ts";

/** What a process keeps, over all tenants, in words of four bytes. Tenants with more are read anew with each flush. */
const mostWords = 24 * 1024 * 1024;

interface RecentOfTenant {
  /** All before it is known. */
  nextBlock: number;
  readonly receipts: Receipts;
}

export class RecentReceipts<Kind extends DistinctKind> implements Recent<Kind> {
  readonly #kind: Kind;
  /** The one that was used last is the last. */
  readonly #tenants = new Map<string, RecentOfTenant>();
  #words = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  async known(db: Queryable, tenant: Tenant, head: Head, { identities }: Sent, after: number): Promise<Uint8Array> {
    const known = new Uint8Array(identities.length / 2);
    if (known.length === 0) return known;
    const name = tenantName(tenant);
    const recent = this.#forget(name);
    const isOf = recent !== undefined && recent.nextBlock <= head.nextBlock;
    const fromBlock = isOf ? recent.nextBlock : 1;
    const receipts = isOf && recent.receipts.latest > after ? recent.receipts : new Receipts();
    const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, receivedFrom: after, fromBlock };
    const unseen = fromBlock === head.nextBlock ? [] : await listChunks(db, this.#kind, tenant, everything);
    const sent = new IdentityTable(unseen.length === 0 ? new Uint32Array() : identities);
    const slice = new Slice();
    let fits = true;
    for await (const { head: columns } of readChunks(db, this.#kind, tenant, unseen, false, unkept)) {
      const there = this.#kind.identities(columns as never, 0);
      fits &&= await receipts.makeRoom(there.length / 2, after, slice);
      for (let index = 0; 2 * index < there.length; index++) {
        if (slice.isOver) await slice.next();
        const [low, high] = [there[2 * index] as number, there[2 * index + 1] as number];
        const receivedAt = Number(columns.receivedAt.get(index));
        if (receivedAt <= after) continue;
        const at = fits ? -1 : sent.find(low, high);
        if (fits) receipts.add(low, high, receivedAt);
        else if (at >= 0) known[at] = 1;
      }
    }
    // Also for those that are sent, of which the new ones are added once they are committed.
    fits &&= await receipts.makeRoom(known.length, after, slice);
    for (let index = 0; index < known.length; index++)
      if (receipts.cameAfter(identities[2 * index] as number, identities[2 * index + 1] as number, after))
        known[index] = 1;
    if (fits) {
      this.#tenants.set(name, { nextBlock: head.nextBlock, receipts });
      this.#words += receipts.words;
    }
    // Those that were served longest ago.
    for (const other of this.#tenants.keys()) {
      if (this.#words <= mostWords) break;
      this.#forget(other);
    }
    return known;
  }

  add(tenant: Tenant, { blockId }: ChunkAbout, head: HeadOf<Kind>): void {
    const name = tenantName(tenant);
    const recent = this.#tenants.get(name);
    if (recent === undefined || recent.nextBlock !== blockId) return;
    const identities = this.identitiesOf(head);
    recent.nextBlock++;
    for (let index = 0; 2 * index < identities.length; index++) {
      const [low, high] = [identities[2 * index] as number, identities[2 * index + 1] as number];
      recent.receipts.add(low, high, Number(head.receivedAt.get(index)));
    }
  }

  identitiesOf(head: HeadOf<Kind>): Uint32Array {
    return this.#kind.identities(head as never, 0);
  }

  forgetAll(): void {
    this.#tenants.clear();
    this.#words = 0;
  }

  #forget(name: string): RecentOfTenant | undefined {
    const recent = this.#tenants.get(name);
    if (recent === undefined) return undefined;
    this.#tenants.delete(name);
    this.#words -= recent.receipts.words;
    return recent;
  }
}

/** Of each slot: the two words of an identity, the second of which is never 0, and the lower half of its receipt (ms). */
const wordsOfSlot = 3;
const fewestSlots = 64;
/** Slots between two looks at the clock. */
const sliceSlots = 4_096;
/** So often at least they are placed anew: what a burst took is given back, and no receipt is older than a month. */
const longestKeptMs = 3_600_000;

/** The latest receipt of each identity. */
class Receipts {
  /** Of all (ms). */
  latest = 0;
  #slots = new Uint32Array(wordsOfSlot * fewestSlots);
  #count = 0;
  #placedAt = 0;

  get words(): number {
    return this.#slots.length;
  }

  add(low: number, high: number, receivedAt: number): void {
    const slots = this.#slots;
    const at = this.#find(low, high);
    if (slots[at + 1] === 0) this.#count++;
    else if (!isLater(receivedAt, slots[at + 2] as number)) return;
    slots[at] = low;
    slots[at + 1] = high;
    slots[at + 2] = receivedAt;
    if (receivedAt > this.latest) this.latest = receivedAt;
  }

  cameAfter(low: number, high: number, after: number): boolean {
    const at = this.#find(low, high);
    return this.#slots[at + 1] !== 0 && isLater(this.#slots[at + 2] as number, after);
  }

  /** For so many more, without those that came before `after`. False when they would be too many. */
  async makeRoom(more: number, after: number, slice: Slice): Promise<boolean> {
    const isRecent = after - this.#placedAt < longestKeptMs;
    if (isRecent && (this.#count + more) * wordsOfSlot <= this.#slots.length * 0.7) return true;
    const before = this.#slots;
    let count = 0;
    for (let at = 0; at < before.length; at += wordsOfSlot) {
      if (at % (wordsOfSlot * sliceSlots) === 0 && slice.isOver) await slice.next();
      if (before[at + 1] !== 0 && isLater(before[at + 2] as number, after)) count++;
    }
    const words = (count + more) * wordsOfSlot;
    let length = wordsOfSlot * fewestSlots;
    while (words > length * 0.4 && length < mostWords) length *= 2;
    if (words > length * 0.65) return false;
    this.#slots = new Uint32Array(length);
    this.#count = 0;
    this.#placedAt = after;
    for (let at = 0; at < before.length; at += wordsOfSlot) {
      if (at % (wordsOfSlot * sliceSlots) === 0 && slice.isOver) await slice.next();
      const receivedAt = before[at + 2] as number;
      if (before[at + 1] !== 0 && isLater(receivedAt, after))
        this.add(before[at] as number, before[at + 1] as number, receivedAt);
    }
    return true;
  }

  /** The slot that has it, or that is free for it. */
  #find(low: number, high: number): number {
    const slots = this.#slots;
    const mask = slots.length / wordsOfSlot - 1;
    for (let slot = startOfIdentity(low, high) & mask; ; slot = (slot + 1) & mask) {
      const at = wordsOfSlot * slot;
      if (slots[at + 1] === 0 || (slots[at] === low && slots[at + 1] === high)) return at;
    }
  }
}

/** Of two times in ms that may be without their upper halves: they are no month apart. */
function isLater(one: number, other: number): boolean {
  return ((one - other) | 0) > 0;
}
