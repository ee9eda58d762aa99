/** Gives every series of a flush its number, registering those that are new within the tenant's quotas. */
import type { PoolClient } from "pg";
import { fromNowInSlices, Slice, type Sliceable } from "#src/http/event-loop.ts";
import type { Tenant } from "../records.ts";
import type { KnownSeries } from "./known-series.ts";
import { labelMemory } from "./series-cache.ts";
import {
  type Fingerprint,
  findSeries,
  identityOf,
  type Registration,
  type Registry,
  registerSeries,
  type WantedSeries,
} from "./series-registry.ts";
import type { StagedBatch, TimeRule } from "./staging.ts";

/** Limits of a tenant's series together, all that are within the retention. */
export interface SeriesQuotas {
  readonly series: number;
  /** As they are stored: of each label its name, its value, and four bytes or more. */
  readonly labelBytes: number;
}

interface Settling extends Registration {
  readonly tenant: Tenant;
  readonly fingerprint: Fingerprint;
  readonly seriesQuotas: SeriesQuotas;
}

interface Wanted extends WantedSeries {
  /** Of each series of the batches that has these labels. */
  readonly settle: ((number: number | string) => void)[];
}

/** Call it under the tenant's lock. Refuses series beyond a quota. Returns how many series are new. */
export async function settleSeries(
  client: PoolClient,
  admitted: readonly StagedBatch[],
  known: KnownSeries,
  registry: Registry,
  rule: TimeRule,
  { tenant, fingerprint, seriesQuotas, ...registration }: Settling,
): Promise<number> {
  const wanted = new Map<string, Wanted>();
  for (const staged of admitted) {
    staged.begin();
    await fromNowInSlices(staged.lookUp(known));
    await fromNowInSlices(
      staged.unknownSeries(known, rule, (labels, settle) => {
        const key = identityOf(labels);
        const before = wanted.get(key);
        if (before === undefined) wanted.set(key, { labels, fingerprint: fingerprint(labels), settle: [settle] });
        else before.settle.push(settle);
      }),
    );
  }
  if (wanted.size === 0) return 0;
  const missing = await findSeries(client, tenant, wanted);
  const { added, refused } = await fromNowInSlices(withinQuotas(missing, registry, seriesQuotas));
  if (added.size > 0) await registerSeries(client, tenant, registry, [...added], registration);
  const slice = new Slice();
  for (const one of wanted.values()) {
    const number =
      one.id === undefined
        ? (refused.get(one) ?? "")
        : known.cache.add(labelMemory(one.labels), 0, one.labels.length, one.id, added.has(one));
    for (const settle of one.settle) settle(number);
    if (slice.isOver) await slice.next();
  }
  return added.size;
}

const sliceSeries = 4_096;

/** The series that were registered, and why the others were not. */
function* withinQuotas(
  missing: readonly WantedSeries[],
  registry: Registry,
  quotas: SeriesQuotas,
): Sliceable<{ readonly added: ReadonlySet<WantedSeries>; readonly refused: ReadonlyMap<WantedSeries, string> }> {
  const added = new Set<WantedSeries>();
  const refused = new Map<WantedSeries, string>();
  let bytes = registry.labelBytes;
  for (const [index, one] of missing.entries()) {
    if (index % sliceSeries === sliceSeries - 1) yield;
    if (registry.series + added.size >= quotas.series) {
      refused.set(one, `the project has ${quotas.series} series, which is the most it may have`);
    } else if (bytes + one.labels.length > quotas.labelBytes) {
      refused.set(one, `the labels of the project's series would take more than ${quotas.labelBytes} bytes`);
    } else {
      added.add(one);
      bytes += one.labels.length;
    }
  }
  return { added, refused };
}
