/** How the operations that go on get to their statuses: each asks for a second of it. */
import type { Bring } from "../../../scripts/contract-runner/plan.ts";
import type { Draft } from "../../../scripts/contract-runner/request.ts";

interface TailsPlanOptions {
  /** As a caller of its own. */
  readonly as: (change: (draft: Draft) => Draft) => Bring;
  /** What reads of a table have in common. */
  readonly common: (table: string) => Readonly<Record<number, Bring>>;
}

export function forASecond(draft: Draft): Draft {
  return { ...draft, query: { ...draft.query, seconds: "1" } };
}

export function tailsPlan({ as, common }: TailsPlanOptions) {
  const tail = (table: string) => ({
    ...Object.fromEntries(
      Object.entries(common(table)).map(([status, bring]): [string, Bring] => [
        status,
        (draft, sendTo, unit) => bring(forASecond(draft), sendTo, unit),
      ]),
    ),
    200: as(forASecond),
    400: as((draft) => ({ ...draft, query: { seconds: "nonsense" } })),
  });
  return { tailEvents: tail("event_heads"), tailLogs: tail("log_heads") };
}
