/**
 * Proves a running API against its document: every named example, and every documented status of every operation in
 * every media type. What each API needs to get there is its plan.
 */
import { isDeepStrictEqual } from "node:util";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { whileAway } from "#test/support/faults.ts";
import { isSuccess, Judge } from "./judge.ts";
import { bringTo, type Plan, type SendTo, type StartedPlan } from "./plan.ts";
import { type PropertyCoverage, SeenProperties } from "./property-coverage.ts";
import { repetitionFaults, sendAtOnce, withKey } from "./repetition.ts";
import { type Draft, draftOf, type Received, send, unknownParameter, withUnknownParameter } from "./request.ts";
import { type Unit, unitsOf } from "./units.ts";
import { WriteWatch } from "./written.ts";

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

/** @param database where the API keeps its records. Left out where nothing is written, and troubles are played. */
export async function runContract(
  document: OpenApiDocument,
  { baseUrl, plan, database }: Pick<StartedPlan, "baseUrl" | "plan" | "database">,
): Promise<Report> {
  const watch = database && new WriteWatch(database, plan.counters ?? []);
  const judge = new Judge(document, plan.decode);
  const properties = new SeenProperties(document);
  const units = unitsOf(document);
  const proving = { judge, properties, baseUrl, plan, watch, units };
  const away = database && (await proveAway(units.filter(isOutage), proving, database));
  const proofs: Proof[] = [];
  for (const unit of units) proofs.push(away?.get(unit) ?? (await prove(unit, proving)));
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

interface Proving {
  readonly judge: Judge;
  readonly properties: SeenProperties;
  readonly baseUrl: string;
  readonly plan: Plan;
  readonly watch: WriteWatch | undefined;
  readonly units: readonly Unit[];
}

const isOutage = ({ status }: Unit) => status === 503;

/**
 * Takes the database away once for all units that tell of it: their requests are prepared before, answered meanwhile, and have to
 * get through afterwards. One at a time, as nothing but the database is to be in their way.
 */
async function proveAway(
  units: readonly Unit[],
  proving: Proving,
  database: TestDatabase,
): Promise<ReadonlyMap<Unit, Proof>> {
  if (units.length === 0) return new Map();
  const waiting: { readonly ask: () => Promise<Received>; readonly answer: (given: Received) => Promise<Proof> }[] = [];
  const proofs = new Map<Unit, Promise<Proof>>();
  for (const unit of units) {
    const ready = Promise.withResolvers<void>();
    const proof = prove(unit, proving, (baseUrl, draft) => {
      const { promise, resolve } = Promise.withResolvers<Received>();
      waiting.push({
        ask: () => send(baseUrl, draft),
        answer: (given) => {
          resolve(given);
          return proof;
        },
      });
      ready.resolve();
      return promise;
    });
    proofs.set(unit, proof);
    await Promise.race([ready.promise, proof]);
  }
  const answered: (() => Promise<Proof>)[] = [];
  await whileAway(database, async () => {
    for (const { ask, answer } of waiting) {
      const given = await ask();
      answered.push(() => answer(given));
    }
  });
  for (const go of answered) await go();
  return new Map(await Promise.all([...proofs].map(async ([unit, proof]) => [unit, await proof] as const)));
}

async function prove(unit: Unit, proving: Proving, sendFirst = send): Promise<Proof> {
  const { judge, properties, baseUrl, plan, watch } = proving;
  const bring = bringTo(plan, unit);
  if (bring === undefined) return { unit, requests: 0, faults: ["the plan does not say how to get there"] };
  // Success is shown with every example; a failure has its own cause, and one request shows it.
  const wanted = isSuccess(unit.status) ? unit.examples : unit.examples.slice(0, 1);
  const bodies = wanted.length === 0 ? [null] : wanted;
  const faults: string[] = [];
  for (const example of bodies) {
    const name = example === null ? "" : `${example.name}: `;
    try {
      const draft = draftOf(unit, example?.bytes ?? null);
      let sent: Draft = draft;
      let sentTo = baseUrl;
      let written: readonly string[] = [];
      const foreign: string[] = [];
      const sendTo: SendTo = async (changed, other = baseUrl) => {
        sent = withKey(unit, changed);
        sentTo = other;
        foreign.push(...(await foreignerFaults(unit, sent, proving)));
        const before = isRefusal(unit.status) ? await watch?.now() : undefined;
        if (unit.isRepeatable && isSuccess(unit.status)) {
          const crowd = await sendAtOnce(other, sent, plan);
          foreign.push(...crowd.faults);
          return crowd.received;
        }
        const received = await sendFirst(other, sent);
        if (before !== undefined) written = (await watch?.since(before)) ?? [];
        return received;
      };
      const received = await bring(draft, sendTo, unit);
      if (received.status < 300 && sent.body !== null)
        properties.see(unit.operationId, "request", unit.requestType, sent.body);
      properties.see(unit.operationId, received.status, unit.responseType, received.bytes);
      const found = [...judge.answer(unit, received), ...foreign, ...written.map((table) => `has written to ${table}`)];
      found.push(...findingFaults(draft, sent, received));
      if (watch && (unit.status === 500 || unit.status === 503)) found.push(...(await recoveryFaults(sentTo, sent)));
      if (unit.status === 401 && unit.isSecured) found.push(...(await strangerFaults(unit, sent, proving)));
      if (isSuccess(unit.status) && listedIn(plan, unit, received)?.length === 0) found.push("lists nothing");
      if (unit.isRepeatable && isSuccess(unit.status))
        found.push(...(await repetitionFaults(sentTo, sent, received, proving)));
      if (unit.isStrict && received.status < 300) found.push(...(await strictnessFaults(sentTo, sent)));
      faults.push(...found.map((fault) => name + fault));
    } catch (error) {
      faults.push(`${name}${(error as Error).message}`);
    }
  }
  return { unit, requests: bodies.length, faults };
}

/** Of the other failures, what an upstream did not answer may have been written down, and a database that is away writes nothing. */
const isRefusal = (status: Unit["status"]) => typeof status === "number" && status >= 400 && status <= 500;

/**
 * The draft is good as the document has it, so a finding that is in none of the parts that were changed is a false one, and a request
 * that is not valid has a finding.
 */
function findingFaults(draft: Draft, sent: Draft, received: Received): string[] {
  if (received.status !== 400 && received.status !== 422) return [];
  if (!/[/+]json$/.test(received.headers.get("content-type") ?? "")) return [];
  const body = JSON.parse(new TextDecoder().decode(received.bytes)) as {
    readonly code?: unknown;
    readonly fieldErrors?: readonly { readonly path: string }[];
    readonly errors?: readonly { readonly path: string }[];
  };
  if (body.code !== "VALIDATION_FAILED") return [];
  const parts = { path: "path", query: "query", header: "headers", body: "body" } as const;
  const changed = Object.entries(parts).filter(([, part]) => !isDeepStrictEqual(draft[part], sent[part]));
  const findings = (body.fieldErrors ?? body.errors ?? []).map(({ path }) => path);
  if (findings.length === 0) return ["finds nothing in a request that it calls not valid"];
  return findings
    .filter((path) => !changed.some(([part]) => path.split("/")[1] === part))
    .map((path) => `finds fault with ${path}, which was good`);
}

/** The request was good: it gets through when the trouble is over. What it asks for may not exist, or not be served yet. */
async function recoveryFaults(baseUrl: string, draft: Draft): Promise<string[]> {
  const again = await send(baseUrl, draft);
  return again.status < 300 || [404, 501].includes(again.status)
    ? []
    : [`is answered ${again.status} once the trouble is over: ${textOf(again)}`];
}

async function strangerFaults(unit: Unit, draft: Draft, { plan, judge, baseUrl }: Proving): Promise<string[]> {
  const faults: string[] = [];
  for (const { who, draft: theirs, status } of (await plan.strangers?.(draft, unit)) ?? []) {
    const received = await send(baseUrl, theirs);
    if (status !== "through")
      faults.push(...judge.answer({ ...unit, status }, received).map((fault) => `${who}: ${fault}`));
    else if (received.status === 401 || received.status === 403)
      faults.push(`${who}: answered ${received.status}: ${textOf(received)}`);
  }
  return faults;
}

/** What an answer lists, where the plan knows of a list. */
function listedIn(plan: Plan, { operationId, status }: Unit, received: Received): readonly unknown[] | undefined {
  const listed = plan.lists?.[operationId];
  return received.status === status
    ? listed?.(JSON.parse(new TextDecoder().decode(received.bytes)) as never)
    : undefined;
}

/** Before the owner's request succeeds: it is answered 404 to everyone else, or an empty list, and does nothing. */
async function foreignerFaults(unit: Unit, draft: Draft, proving: Proving): Promise<string[]> {
  const { plan, judge, baseUrl, watch, units } = proving;
  if (!isSuccess(unit.status) || plan.foreigners === undefined) return [];
  const unknown = units.find(
    ({ operationId, requestType, status }) =>
      operationId === unit.operationId && requestType === unit.requestType && status === 404,
  );
  const wanted = plan.lists?.[unit.operationId] === undefined ? unknown : unit;
  if (wanted === undefined) return [];
  const faults: string[] = [];
  for (const { who, draft: theirs } of await plan.foreigners(draft, unit)) {
    const before = await watch?.now();
    const calls = plan.outgoingCalls?.();
    const received = await send(baseUrl, theirs);
    const found = judge.answer(wanted, received);
    if ((listedIn(plan, unit, received)?.length ?? 0) > 0) found.push("is shown what is another's");
    if (before !== undefined) {
      const tables = (await watch?.since(before)) ?? [];
      found.push(...tables.map((table) => `has written to ${table}`));
    }
    if (plan.outgoingCalls?.() !== calls) found.push("has called another server");
    faults.push(...found.map((fault) => `${who}: ${fault}`));
  }
  return faults;
}

/** A strict query refuses what it does not know, by its name. */
async function strictnessFaults(baseUrl: string, draft: Draft): Promise<string[]> {
  const answer = await send(baseUrl, withUnknownParameter(draft));
  return [400, 422].includes(answer.status) && textOf(answer).includes(unknownParameter)
    ? []
    : [`answers ${answer.status} to a parameter that it does not know`];
}

function textOf({ bytes }: Received): string {
  return new TextDecoder().decode(bytes.subarray(0, 1_000));
}

function surplus({ bring }: Plan, units: readonly Unit[]): string[] {
  const documented = new Set(units.map(({ operationId, status }) => `${operationId} ${status}`));
  return Object.entries(bring)
    .flatMap(([operationId, statuses]) =>
      Object.keys(statuses)
        .filter((key) => key !== "otherwise")
        .map((status) => `${operationId} ${status}`),
    )
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
