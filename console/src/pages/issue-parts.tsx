/** What an issue is made of: issues that are one problem are merged, and what is another problem is split off. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/observability/types.ts";
import { go } from "../address.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { Failure } from "../ui/loading.tsx";
import { Scrolled, Time } from "../ui/parts.tsx";

type Issue = components["schemas"]["Issue"];
type IssueDetail = components["schemas"]["IssueDetail"];

/** Issues or fingerprints that are marked, by their ids. */
export function useMarked() {
  const [marked, set] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string, isMarked: boolean) => {
    const next = new Set(marked);
    if (isMarked) next.add(id);
    else next.delete(id);
    set(next);
  };
  return { marked, mark, clear: () => set(new Set()) };
}

export type Marked = ReturnType<typeof useMarked>;

interface MarkProps {
  readonly of: Marked;
  readonly id: string;
  readonly label: string;
}

export function Mark({ of: { marked, mark }, id, label }: MarkProps): JSX.Element {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={marked.has(id)}
      onChange={({ currentTarget }) => mark(id, currentTarget.checked)}
    />
  );
}

interface MergeProps {
  readonly issues: readonly Issue[];
  readonly marked: Marked;
  readonly onMerged: () => void;
}

/** Says what is marked, and merges it into one of them. */
export function Merge({ issues, marked, onMerged }: MergeProps): JSX.Element | null {
  const { observability } = useApis();
  const [into, setInto] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const chosen = issues.filter(({ issueId }) => marked.marked.has(issueId));
  const [first] = chosen.toSorted((a, b) => Date.parse(a.firstSeen) - Date.parse(b.firstSeen));
  if (first === undefined) return null;
  const target = chosen.find(({ issueId }) => issueId === into) ?? first;
  const merge = () => {
    const issueIds = chosen.filter((issue) => issue !== target).map(({ issueId }) => issueId);
    const { issueId } = target;
    setFailure(null);
    observability.post("/api/v1/monitor/issues/{issueId}/merge", { path: { issueId }, body: { issueIds } }).then(() => {
      marked.clear();
      onMerged();
    }, setFailure);
  };
  return (
    <div class="card">
      <p class="filters">
        <span role="status">{chosen.length} marked.</span>
        {chosen.length === 1 ? (
          <span class="quiet">Mark another that is the same problem.</span>
        ) : (
          <>
            <label class="wide">
              Merge into
              <select value={target.issueId} onChange={({ currentTarget }) => setInto(currentTarget.value)}>
                {chosen.map(({ issueId, title }) => (
                  <option key={issueId} value={issueId}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <button type="button" class="first" onClick={merge}>
              Merge {chosen.length} issues
            </button>
          </>
        )}
        <button type="button" onClick={marked.clear}>
          Unmark
        </button>
      </p>
      {failure !== null && <Failure error={failure} />}
    </div>
  );
}

/** The fingerprints of an issue; those that are marked become an issue of their own. */
export function Parts({ issue: { issueId, fingerprints } }: { readonly issue: IssueDetail }): JSX.Element {
  const scope = useScope();
  const { observability } = useApis();
  const marked = useMarked();
  const [failure, setFailure] = useState<unknown>(null);
  const chosen = fingerprints.filter(({ fingerprint }) => marked.marked.has(fingerprint));
  const split = () => {
    const body = { fingerprints: chosen.map(({ fingerprint }) => fingerprint) };
    setFailure(null);
    observability
      .post("/api/v1/monitor/issues/{issueId}/split", { path: { issueId }, body })
      .then((made) => go(`${homeOf(scope)}/issues/${made.issueId}`), setFailure);
  };
  const mayChange = scope.business.role !== "viewer" && fingerprints.length > 1;
  return (
    <>
      <h2>What it is made of</h2>
      <Scrolled name="Fingerprints of the issue">
        <table>
          <thead>
            <tr>
              {mayChange && (
                <th>
                  <span class="hidden">Marked</span>
                </th>
              )}
              <th class="long">Problem</th>
              <th class="number">Events</th>
              <th>First seen</th>
              <th>Last seen</th>
              <th>Fingerprint</th>
            </tr>
          </thead>
          <tbody>
            {fingerprints.map(({ fingerprint, title, culprit, eventCount, firstSeen, lastSeen }) => (
              <tr key={fingerprint}>
                {mayChange && (
                  <td>
                    <Mark of={marked} id={fingerprint} label={`Mark ${title}`} />
                  </td>
                )}
                <td class="long">
                  {title}
                  <div class="quiet">{culprit}</div>
                </td>
                <td class="number">{eventCount}</td>
                <td>
                  <Time at={firstSeen} />
                </td>
                <td>
                  <Time at={lastSeen} />
                </td>
                <td>
                  <code>{fingerprint}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {mayChange && (
        <p class="line">
          <button type="button" disabled={chosen.length === 0 || chosen.length === fingerprints.length} onClick={split}>
            Split off
          </button>
          <span class="quiet" role="status">
            {chosen.length === 0
              ? "Mark what is another problem."
              : chosen.length === fingerprints.length
                ? "One of them has to stay."
                : `${chosen.length} marked.`}
          </span>
        </p>
      )}
      {failure !== null && <Failure error={failure} />}
    </>
  );
}
