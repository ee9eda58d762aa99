/**
 * Proves a running API against its document: every named example, and every documented status of every operation in
 * every media type. What each API needs to get there is its plan.
 */
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Judge } from "./judge.ts";
import type { Plan, SendTo } from "./plan.ts";
import { type PropertyCoverage, SeenProperties } from "./property-coverage.ts";
import { type Draft, draftOf, send } from "./request.ts";
import { type Unit, unitsOf } from "./units.ts";

export interface Proof {
  readonly unit: Unit;
  /** How many requests were sent: one for each example where success is to be shown. */
  readonly requests: number;
  readonly faults: readonly string[];
}

export interface Report {
  readonly proofs: readonly Proof[];
  readonly examples: number;
  /** Examples that break their own schema, and parts of the plan that prove nothing. */
  readonly faults: readonly string[];
  readonly properties: PropertyCoverage;
}

export async function runContract(document: OpenApiDocument, baseUrl: string, plan: Plan): Promise<Report> {
  const judge = new Judge(document, plan.decode);
  const properties = new SeenProperties(document);
  const units = unitsOf(document);
  const proofs: Proof[] = [];
  for (const unit of units) proofs.push(await prove(unit, judge, properties, baseUrl, plan));
  const examples = [...judge.examples()];
  return {
    proofs,
    examples: examples.length,
    faults: [
      ...examples.flatMap(({ at, faults }) => faults.map((fault) => `${at}: ${fault}`)),
      ...surplus(plan, units),
    ],
    properties: properties.coverage(),
  };
}

async function prove(
  unit: Unit,
  judge: Judge,
  properties: SeenProperties,
  baseUrl: string,
  plan: Plan,
): Promise<Proof> {
  const bring = plan.bring[unit.operationId]?.[unit.status];
  if (bring === undefined) return { unit, requests: 0, faults: ["the plan does not say how to get there"] };
  // Success is shown with every example; a failure has its own cause, and one request shows it.
  const wanted = typeof unit.status === "number" && unit.status < 300 ? unit.examples : unit.examples.slice(0, 1);
  const bodies = wanted.length === 0 ? [null] : wanted;
  const faults: string[] = [];
  for (const example of bodies) {
    const name = example === null ? "" : `${example.name}: `;
    try {
      const draft = draftOf(unit, example?.bytes ?? null);
      let sent: Draft = draft;
      const sendTo: SendTo = (changed, other = baseUrl) => {
        sent = changed;
        return send(other, changed);
      };
      const received = await bring(draft, sendTo, unit);
      if (received.status < 300 && sent.body !== null)
        properties.see(unit.operationId, "request", unit.requestType, sent.body);
      properties.see(unit.operationId, received.status, unit.responseType, received.bytes);
      faults.push(...judge.answer(unit, received).map((fault) => name + fault));
    } catch (error) {
      faults.push(`${name}${(error as Error).message}`);
    }
  }
  return { unit, requests: bodies.length, faults };
}

function surplus({ bring }: Plan, units: readonly Unit[]): string[] {
  const documented = new Set(units.map(({ operationId, status }) => `${operationId} ${status}`));
  return Object.entries(bring)
    .flatMap(([operationId, statuses]) => Object.keys(statuses).map((status) => `${operationId} ${status}`))
    .filter((place) => !documented.has(place))
    .map((place) => `the plan knows ${place}, the document does not`);
}

/** One line for each operation and pair of media types; ✔ and ✘ stand for statuses, with the number of requests. */
export function coverageTable({ proofs, examples, faults }: Report): string {
  const lines = new Map<string, string[]>();
  for (const { unit, requests, faults } of proofs) {
    const types = [unit.requestType, unit.responseType].filter((type) => type !== null);
    const line = `${unit.operationId.padEnd(22)} ${(unit.requestType ?? "").padEnd(24)}`;
    const mark = `${unit.status}${faults.length === 0 ? "✔" : "✘"}${requests > 1 ? `×${requests}` : ""}`;
    lines.set(line, [...(lines.get(line) ?? []), types.length === 0 ? `${mark} (no body)` : mark]);
  }
  const proven = proofs.filter(({ faults }) => faults.length === 0).length;
  return [
    ...[...lines].map(([line, marks]) => `${line} ${marks.join(" ")}`),
    `${proven} of ${proofs.length} answers proven, ${examples} examples checked, ${faults.length} other faults`,
  ].join("\n");
}

/** Everything that stands between the run and 100 %. */
export function shortcomings({ proofs, faults }: Report): string[] {
  const unproven = proofs.flatMap(({ unit, faults }) =>
    faults.map((fault) => `${unit.operationId} ${unit.status} (${unit.requestType} → ${unit.responseType}): ${fault}`),
  );
  return [...unproven, ...faults];
}
