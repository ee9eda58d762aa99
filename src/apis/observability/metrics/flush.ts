// SQL: one transaction under the tenant's lock, in few messages.
/** One flush: the batches of several requests of one tenant, as one block, in one transaction. */
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { fromNowInSlices, Slice } from "#src/http/event-loop.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import { advanceHead, type Head, hasBlock, headOf, insertBlock, lockHead } from "#src/storage/blocks/log.ts";
import { dayOf } from "#src/storage/blocks/tables.ts";
import type { Prepared } from "#src/storage/group-commit.ts";
import type { Tenant } from "../records.ts";
import { type QuotaCharge, QuotaLedger } from "../store/quota.ts";
import { type BlockDraft, emptyBlock, encodeBlocks } from "./codec/block.ts";
import type { KnownSeries, KnownSeriesByTenant } from "./known-series.ts";
import { type SeriesQuotas, settleSeries } from "./new-series.ts";
import { type Fingerprint, lockRegistry, type Registry, registryOf, saveMetadata } from "./series-registry.ts";
import { emptyContents, type StagedBatch, TimeRule } from "./staging.ts";
import type { MetricAppendOutcome, MetricMetadata } from "./store.ts";
import { metricTables } from "./tables.ts";

export interface MetricRequest {
  readonly tenant: Tenant;
  readonly staged: StagedBatch;
  readonly quotas: readonly QuotaCharge[];
}

export interface MetricFlushDependencies {
  readonly known: KnownSeriesByTenant;
  readonly fingerprint: Fingerprint;
  readonly retentionDays: number;
  readonly seriesQuotas: SeriesQuotas;
  /** Milliseconds since the Unix epoch; the database's clock when left out. */
  readonly now: (() => number) | undefined;
  /** Called after a committed flush with how many items waited for compaction, before it and after it. */
  readonly stored: (tenant: Tenant, before: number, after: number) => void;
}

/** State that a flush has locked until its end. */
export interface LockedMetrics {
  readonly ledger: QuotaLedger;
  readonly head: Head;
  readonly registry: Registry;
}

/** Begins the transaction and locks what belongs to the tenant. */
export async function lockMetrics(
  client: PoolClient,
  tenant: Tenant,
  requests: readonly MetricRequest[],
): Promise<LockedMetrics> {
  const names = new Set(["metrics", ...requests.flatMap(({ quotas }) => quotas.map(({ name }) => name)).sort()]);
  const begin = `BEGIN; ${lockHead(metricTables, tenant)}; ${lockRegistry(tenant)}`;
  const ledger = await QuotaLedger.lock(client, begin, tenant, [...names]);
  return { ledger, head: headOf(ledger.begun[1]?.rows ?? []), registry: registryOf(ledger.begun[2]?.rows ?? []) };
}

/**
 * Stores the batches. The result of each is its outcome, or the problem that it is over its quota. When compaction has taken the block of
 * an attempt whose COMMIT was not answered, the batches are written again, which changes nothing for any reader.
 */
export async function writeMetrics(
  client: PoolClient,
  tenant: Tenant,
  requests: readonly MetricRequest[],
  { ledger, head, registry }: LockedMetrics,
  dependencies: MetricFlushDependencies,
): Promise<Prepared<MetricAppendOutcome, LockedMetrics>> {
  const charged = requests.map(({ quotas }) => ledger.chargeAll(quotas));
  const admitted = requests.filter((_, index) => Array.isArray(charged[index])).map(({ staged }) => staged);
  const results = () =>
    requests.map(({ staged }, index) => {
      const quotas = charged[index] ?? [];
      return "length" in quotas ? outcomeOf(staged, quotas) : ledger.refusal(quotas);
    });
  // Also the rows that were made to be locked are not kept.
  if (admitted.length === 0) return { results: results(), saving: null };
  const now = dependencies.now?.() ?? ledger.now;
  const rule = new TimeRule(now, dependencies.retentionDays);
  const at = { epoch: registry.epoch, nextBlock: head.nextBlock };
  const known = dependencies.known.get(tenant, at, rule.newest);

  const blockId = head.nextBlock;
  const settling = { blockId, day: dayOf(now), tenant, ...dependencies };
  const registered = await settleSeries(client, admitted, known, registry, rule, settling);
  const metadata = await newMetadata(admitted, known);
  await saveMetadata(client, tenant, metadata);

  const contents = emptyContents(admitted.reduce((sum, { batch }) => sum + batch.sampleSeries.length, 0));
  for (const staged of admitted) await fromNowInSlices(staged.write(known, rule, contents));
  const drafts = await fromNowInSlices(encodeBlocks(contents));
  // A block announces new series, also when it has no samples.
  if (drafts.length === 0 && registered > 0) drafts.push(nothingAt(now));
  const attempt = randomUUID();
  const blocks = drafts.map((draft, i) => ({ blockId: blockId + i, attempt, ...draft }));
  for (const block of blocks) await insertBlock(client, metricTables, tenant, block);
  const items = blocks.reduce((sum, block) => sum + block.items, 0);
  const [first] = blocks;
  const stored = () => dependencies.stored(tenant, head.pendingItems, head.pendingItems + items);
  return {
    results: results(),
    saving: [ledger.saving, ...(first === undefined ? [] : [advanceHead(metricTables, tenant, blocks, now)])],
    async tookPlace(next) {
      if (first === undefined || !(await hasBlock(next, metricTables, tenant, first))) return false;
      stored();
      return true;
    },
    async committed() {
      known.nextBlock = blockId + blocks.length;
      const slice = new Slice();
      for (const [name, about] of metadata) {
        known.metadata.set(name, about);
        if (slice.isOver) await slice.next();
      }
      dependencies.known.weigh(tenant);
      stored();
    },
  };
}

async function newMetadata(admitted: readonly StagedBatch[], known: KnownSeries): Promise<Map<string, MetricMetadata>> {
  const slice = new Slice();
  const changed = new Map<string, MetricMetadata>();
  for (const { batch } of admitted) {
    for (const [name, about] of batch.metadata) {
      const { type, help, unit } = known.metadata.get(name) ?? {};
      if (type !== about.type || help !== about.help || unit !== about.unit) changed.set(name, about);
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
