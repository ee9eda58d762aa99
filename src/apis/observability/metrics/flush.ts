// SQL: one transaction under the tenant's lock, in few messages.
/** One flush: the batches of several requests of one tenant, as one block, in one transaction. */
import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { fromNowInSlices, Slice } from "#src/http/event-loop.ts";
import type { Problem } from "#src/http/problem.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import { advanceHead, hasBlock, headOf, insertBlock, lockHead, type NewBlock } from "#src/storage/blocks/log.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { Tenant } from "../records.ts";
import { type QuotaCharge, QuotaLedger } from "../store/quota.ts";
import { type BlockDraft, emptyBlock, encodeBlocks } from "./codec/block.ts";
import type { KnownSeries, KnownSeriesByTenant } from "./known-series.ts";
import { type SeriesQuotas, settleSeries } from "./new-series.ts";
import { type Fingerprint, lockRegistry, registryOf, saveMetadata } from "./series-registry.ts";
import { emptyContents, type StagedBatch, TimeRule } from "./staging.ts";
import type { MetricAppendOutcome, MetricMetadata } from "./store.ts";
import { metricTables } from "./tables.ts";

export interface MetricRequest {
  readonly staged: StagedBatch;
  readonly quotas: readonly QuotaCharge[];
}

export interface MetricFlushDependencies {
  readonly pool: Pool;
  readonly tenant: Tenant;
  readonly known: KnownSeriesByTenant;
  readonly fingerprint: Fingerprint;
  readonly retentionDays: number;
  readonly seriesQuotas: SeriesQuotas;
  /** Milliseconds since the Unix epoch; the database's clock when left out. */
  readonly now: (() => number) | undefined;
}

export type MetricAnswer = MetricAppendOutcome | Problem;

export interface FlushedMetrics {
  readonly answers: readonly MetricAnswer[];
  /** Items that wait for compaction, before and after. */
  readonly pendingItems: readonly [before: number, after: number];
}

/** An attempt whose COMMIT was not answered, which says nothing about the commit. */
export interface UnansweredFlush extends FlushedMetrics {
  /** The first of those that it wrote; null when it wrote none. */
  readonly block: Pick<NewBlock, "blockId" | "attempt"> | null;
}

/** Thrown in place of what the connection threw, its `cause`, when that was at the COMMIT. */
export class FlushUnanswered extends Error {
  readonly attempt: UnansweredFlush;

  constructor(attempt: UnansweredFlush, cause: unknown) {
    super("The answer to COMMIT was lost", { cause });
    this.attempt = attempt;
  }
}

interface Prepared extends UnansweredFlush {
  /** The statements before the commit; null when there is nothing to commit: an unanswered attempt took place, or all is refused. */
  readonly saving: string | null;
  /** To be called when the transaction is committed, and waited for. */
  readonly committed: () => Promise<void>;
}

/**
 * Stores the batches. Answers for each, in order: the outcome, or the problem that it is over its quota, which leaves
 * the others alone. `unanswered` are earlier attempts at the same requests: when the block of one is there, its answers are
 * given. When compaction has taken that block since, it is written again, which changes nothing for any reader. Throws what
 * PostgreSQL or the connection throws, and then nothing is stored, except that nobody knows after FlushUnanswered.
 */
export async function flushMetrics(
  requests: readonly MetricRequest[],
  dependencies: MetricFlushDependencies,
  unanswered: readonly UnansweredFlush[] = [],
): Promise<FlushedMetrics> {
  const client = await dependencies.pool.connect();
  let prepared: Prepared;
  try {
    prepared = await prepare(client, requests, dependencies, unanswered);
    if (prepared.saving === null) await client.query("ROLLBACK");
  } catch (error) {
    dependencies.known.forget(dependencies.tenant);
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
  if (prepared.saving === null) {
    client.release();
    return prepared;
  }
  try {
    await client.query(`${prepared.saving}; COMMIT`);
    client.release();
  } catch (error) {
    dependencies.known.forget(dependencies.tenant);
    client.release(true);
    throw new FlushUnanswered(prepared, error);
  }
  await prepared.committed();
  return prepared;
}

async function prepare(
  client: PoolClient,
  requests: readonly MetricRequest[],
  dependencies: MetricFlushDependencies,
  unanswered: readonly UnansweredFlush[],
): Promise<Prepared> {
  const { tenant, retentionDays } = dependencies;
  const names = new Set(["metrics", ...requests.flatMap(({ quotas }) => quotas.map(({ name }) => name)).sort()]);
  const begin = `BEGIN; ${lockHead(metricTables, tenant)}; ${lockRegistry(tenant)}`;
  const ledger = await QuotaLedger.lock(client, begin, tenant, [...names]);
  const head = headOf(ledger.begun[1]?.rows ?? []);
  const registry = registryOf(ledger.begun[2]?.rows ?? []);
  // An unanswered attempt held the same lock: it has ended by now, one way or the other.
  for (const attempt of unanswered) {
    if (attempt.block !== null && (await hasBlock(client, metricTables, tenant, attempt.block))) {
      return { ...attempt, saving: null, committed: async () => {} };
    }
  }
  const charged = requests.map(({ quotas }) => ledger.chargeAll(quotas));
  const admitted = requests.filter((_, index) => Array.isArray(charged[index])).map(({ staged }) => staged);
  const answers = () =>
    requests.map(({ staged }, index) => {
      const quotas = charged[index] ?? [];
      return "length" in quotas ? outcomeOf(staged, quotas) : ledger.refusal(quotas);
    });
  // Also the rows that were made to be locked are not kept.
  if (admitted.length === 0) {
    const pendingItems = [head.pendingItems, head.pendingItems] as const;
    return { answers: answers(), pendingItems, block: null, saving: null, committed: async () => {} };
  }
  const now = dependencies.now?.() ?? ledger.now;
  const rule = new TimeRule(now, retentionDays);
  const at = { epoch: registry.epoch, nextBlock: head.nextBlock };
  const known = dependencies.known.get(tenant, at, rule.newest);

  const blockId = head.nextBlock;
  const day = dayOf(now);
  const registered = await settleSeries(client, admitted, known, registry, rule, { blockId, day, ...dependencies });
  const metadata = await newMetadata(admitted, known);
  await saveMetadata(client, tenant, metadata);

  const contents = emptyContents(admitted.reduce((sum, { batch }) => sum + batch.sampleSeries.length, 0));
  for (const staged of admitted) await fromNowInSlices(staged.write(known, rule, contents));
  const drafts = await fromNowInSlices(encodeBlocks(contents));
  // New series are told of by a block, also where nothing comes with them.
  if (drafts.length === 0 && registered > 0) drafts.push(nothingAt(now));
  const attempt = randomUUID();
  const blocks = drafts.map((draft, i) => ({ blockId: blockId + i, attempt, ...draft }));
  for (const block of blocks) await insertBlock(client, metricTables, tenant, block);
  const items = blocks.reduce((sum, block) => sum + block.items, 0);
  const saving = [ledger.saving, ...(blocks.length === 0 ? [] : [advanceHead(metricTables, tenant, blocks, now)])];
  return {
    answers: answers(),
    pendingItems: [head.pendingItems, head.pendingItems + items],
    block: blocks[0] ?? null,
    saving: saving.join("; "),
    committed: async () => {
      known.nextBlock = blockId + blocks.length;
      const slice = new Slice();
      for (const [name, about] of metadata) {
        known.metadata.add(name, about);
        if (slice.isOver) await slice.next();
      }
      dependencies.known.shrink();
    },
  };
}

async function newMetadata(admitted: readonly StagedBatch[], known: KnownSeries): Promise<Map<string, MetricMetadata>> {
  const slice = new Slice();
  const changed = new Map<string, MetricMetadata>();
  for (const { batch } of admitted) {
    for (const [name, about] of batch.metadata) {
      if (!known.metadata.has(name, about)) changed.set(name, about);
      if (slice.isOver) await slice.next();
    }
  }
  return changed;
}

function nothingAt(now: number): BlockDraft {
  return { items: 0, minTime: now, maxTime: now, payload: emptyBlock() };
}

function outcomeOf({ batch, duplicates, rejections }: StagedBatch, quotas: readonly QuotaState[]): MetricAppendOutcome {
  const refused = { samples: 0, histograms: 0, exemplars: 0 };
  for (const { samples, histograms, exemplars } of rejections) {
    refused.samples += samples;
    refused.histograms += histograms;
    refused.exemplars += exemplars;
  }
  let histograms = 0;
  for (const { kind } of batch.records) if (kind === "histogram") histograms++;
  return {
    samples: batch.sampleSeries.length - refused.samples,
    histograms: histograms - refused.histograms,
    exemplars: batch.records.length - histograms - refused.exemplars,
    duplicates,
    rejected: rejections,
    quotas,
  };
}
