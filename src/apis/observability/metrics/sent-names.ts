/**
 * Selectors of metrics by the names under which they came over OTLP. They are stored under Prometheus's translation of the name, with the
 * name as it was in the label `otel_metric_name`.
 */
import { nameLabel, sentNameLabel } from "./label-bytes.ts";
import type { LabelMatcher, SeriesQuestion } from "./store.ts";

/** What Prometheus gives the series of a histogram or a summary, at the end of their name. */
const seriesOfMetric = /^(.+)(_(?:bucket|count|sum|min|max))$/s;

/** The question, with what was sent under the names that its selectors ask for. */
export function alsoSent(question: SeriesQuestion): SeriesQuestion {
  return { ...question, selectors: [...question.selectors, ...question.selectors.flatMap(bySentName)] };
}

/** Whether a name has what no translated name has, such as a dot. */
export function isSentName(name: string): boolean {
  return /[^A-Za-z0-9_:]/.test(name);
}

/** The selectors of what was sent under the name that a selector asks for; of a histogram, of one of its series, too. */
export function bySentName(matchers: readonly LabelMatcher[]): (readonly LabelMatcher[])[] {
  const asked = matchers.find(({ name, values }) => name === nameLabel && values?.length === 1);
  const [sent = ""] = asked?.values ?? [];
  if (!isSentName(sent)) return [];
  const others = matchers.filter((matcher) => matcher !== asked);
  const [, metric, suffix] = seriesOfMetric.exec(sent) ?? [];
  const whole = [...others, isExactly(sentNameLabel, sent)];
  if (metric === undefined || suffix === undefined || !isSentName(metric)) return [whole];
  const ends = { name: nameLabel, matches: (value: string) => value.endsWith(suffix) };
  return [whole, [...others, isExactly(sentNameLabel, metric), ends]];
}

function isExactly(name: string, wanted: string): LabelMatcher {
  return { name, matches: (value) => value === wanted, values: [wanted] };
}
