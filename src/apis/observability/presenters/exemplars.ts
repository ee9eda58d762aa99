/** Exemplars and label sets in the form of Prometheus's query API. */
import type { Schemas } from "#generated/observability/contract.ts";
import { sampleText } from "../metrics/promql/sample-text.ts";
import type { Labels } from "../metrics/store.ts";
import type { ExemplarSeries } from "../metrics/tenant-source.ts";

export function presentExemplars({ labels, exemplars }: ExemplarSeries): Schemas["ExemplarSeries"] {
  return {
    seriesLabels: labelSet(labels),
    exemplars: exemplars.map(({ labels: of, value, timestamp }) => ({
      labels: labelSet(of),
      value: sampleText(value),
      timestamp: timestamp / 1_000,
    })),
  };
}

function labelSet(labels: Labels): Schemas["LabelSet"] {
  const set: [string, string][] = [];
  for (let at = 0; at < labels.length; at += 2) set.push([labels[at] ?? "", labels[at + 1] ?? ""]);
  return Object.fromEntries(set);
}
