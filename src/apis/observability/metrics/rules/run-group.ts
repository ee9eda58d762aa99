/** One turn of a group of rules: claims a moment, evaluates, and writes what came of it together with what is to be told. */
import { hash } from "node:crypto";
import { projectEntity } from "#src/identity/entities.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction, type Queryable, type Transaction } from "#src/storage/transaction.ts";
import { type Tenant, tenantName } from "../../records.ts";
import {
  type AlertGroup,
  type AlertTiming,
  groupLabels,
  type HandedOn,
  type ToldAlert,
  withAlerts,
} from "./alert-groups.ts";
import { alertGroups } from "./entities/alert-group.ts";
import { groupOf, isEmptied, ruleGroups } from "./entities/rule-group.ts";
import { type ChangedAlert, type EvaluationServices, evaluateGroup } from "./evaluate-group.ts";
import { clockAfter, expiryOf } from "./expiry.ts";
import {
  type Claim,
  type ClaimedGroup,
  claimMoment,
  type GroupKey,
  holdEvaluation,
  writeOutcome,
} from "./group-rows.ts";
import { momentAfter, newestMoment } from "./moments.ts";
import { decodeJson, decodeSeries, decodeStatus, encodeJson, encodeSeries } from "./rule-state.ts";
import { lockAlerts, queueTelling, rulePool } from "./tell.ts";
import { escapedQuery } from "./template/functions.ts";

export interface RuleServices extends EvaluationServices {
  readonly timing: AlertTiming;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

interface Evaluation extends GroupKey {
  /** The moment of the evaluation; a later one where that has been missed. Milliseconds since the Unix epoch. */
  readonly at: number;
}

export const evaluateRules = declareJob<Evaluation, RuleServices>({
  name: "evaluate-rules",
  pool: rulePool,
  owner: tenantName,
  maxAttempts: 5,
  run: async ({ at, ...key }, { database, services, signal }) => {
    const next = await runGroup(database, services, key, { at, signal });
    if (next !== null) await queueEvaluation(database.pool, key, next);
  },
});

/** Queues an evaluation of a group, once however often it is asked for. */
export async function queueEvaluation(on: Queryable, key: GroupKey, at: Date): Promise<void> {
  const { projectId, environment, file, group } = key;
  const name = hash("sha256", JSON.stringify([projectId, environment, file, group]));
  const payload = { projectId, environment, file, group, at: at.getTime() };
  await enqueue(on, evaluateRules, payload, { runAt: at, jobKey: `evaluate-rules ${name}` });
}

/** How often an evaluation is held, and for how long; the sweep waits a minute more (jobs.ts). In ms. */
const holdEveryMs = 10_000;
const holdMs = 30_000;

/** When the group is to be evaluated next; null where this turn does not decide it. */
export async function runGroup(
  database: Database,
  services: RuleServices,
  key: GroupKey,
  { at: wanted, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<Date | null> {
  const { projectId, environment, file, group: name } = key;
  const tenant = { projectId, environment };
  const { manager } = database.dataSource;
  const row = await ruleGroups.of(manager, tenant).findOne({ file, name });
  if (row === null) return null;
  const { intervalMs } = groupOf(row);
  const at = Math.max(wanted, newestMoment(key, intervalMs, services.now()));
  const clock = clockAfter(row.clock, intervalMs, { before: row.evaluatedAt, at });
  const turn = { key, intervalMs, at, clock, signal };
  const project = await manager.findOneBy(projectEntity, { id: projectId });
  // A project that is switched off takes nothing, from its rules neither.
  if (project?.active !== true && !isEmptied(row)) {
    const next = new Date(at + intervalMs);
    await claimMoment(database.pool, key, new Date(at), { next, clock });
    return next;
  }
  const claimed = await claimMoment(database.pool, key, new Date(at), { next: dueAt(turn, services.now()) });
  if (claimed !== null) return await evaluateClaimed(database, services, turn, claimed);
  return (await ruleGroups.of(manager, tenant).findOne({ file, name }))?.nextAt ?? null;
}

interface Turn {
  readonly key: GroupKey;
  readonly intervalMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The clock of the group after the turn (expiry.ts). */
  readonly clock: Date;
  readonly signal: AbortSignal;
}

/** When the group is due after this turn, at `now` (ms) or later. */
function dueAt({ at, intervalMs }: Pick<Turn, "at" | "intervalMs">, now: number): Date {
  return new Date(momentAfter(at, intervalMs, now));
}

/** When the group is to be evaluated next; null where there is none any more, or who has overtaken this turn sees to it. */
async function evaluateClaimed(
  database: Database,
  services: RuleServices,
  turn: Turn,
  claimed: ClaimedGroup,
): Promise<Date | null> {
  const { key, intervalMs, at, clock, signal } = turn;
  const { projectId, environment, file, group: name } = key;
  const tenant = { projectId, environment };
  const claim = { at: new Date(at), loadedAt: claimed.loadedAt };
  const group = groupOf(claimed);
  const state = { status: decodeStatus(claimed.status), series: decodeSeries(claimed.series) };
  const goesOn = holding(database, services, turn, claim);
  const evaluated = await evaluateGroup(services, { tenant, group, state, at, signal, goesOn });
  const series = encodeSeries(evaluated.series);
  const outcome = {
    next: dueAt(turn, services.now()),
    clock,
    status: encodeJson(evaluated.status),
    series: claimed.series?.equals(series) === true ? null : series,
  };
  const handedOn = { file, group: name, until: expiryOf(clock, intervalMs) };
  return await inTransaction(database, async (transaction) => {
    if (!(await writeOutcome(transaction.client, key, claim, outcome))) return null;
    if (isEmptied(claimed)) await ruleGroups.of(transaction.manager, tenant).delete({ file, name });
    await handOn(transaction, services, tenant, evaluated.changed, handedOn);
    return isEmptied(claimed) ? null : new Date(at + intervalMs);
  });
}

/** Returns what is called while a claimed evaluation goes on, and keeps it from being taken for lost. */
function holding({ pool }: Database, { now, log }: RuleServices, turn: Turn, claim: Claim): () => Promise<void> {
  let held = now();
  return async () => {
    if (now() - held < holdEveryMs) return;
    held = now();
    try {
      await holdEvaluation(pool, turn.key, claim, dueAt(turn, held + holdMs));
    } catch (error) {
      log.warn({ err: error, ...turn.key }, "An evaluation of rules could not be held");
    }
  };
}

/** Puts alerts into their groups, whose notifications are sent when they are due. */
async function handOn(
  { manager, client }: Transaction,
  { timing, externalUrl, now }: RuleServices,
  tenant: Tenant,
  changed: readonly ChangedAlert[],
  handedOn: HandedOn,
): Promise<void> {
  if (changed.length === 0) return;
  await lockAlerts({ client }, tenant);
  const records = alertGroups.of(manager, tenant);
  const byKey = Map.groupBy(changed, ({ alert }) => JSON.stringify(groupLabels(alert.labels, timing.groupBy)));
  for (const [labelsJson, alerts] of byKey) {
    const key = hash("sha256", labelsJson);
    const row = await records.findOne({ key });
    const labels = JSON.parse(labelsJson) as string[];
    const group = row === null ? { labels, alerts: {}, told: null } : decodeJson<AlertGroup>(row.alerts);
    const merged = withAlerts(
      group,
      alerts.map((each) => ({ ...toldAlert(each, externalUrl), handedOn })),
    );
    if (Object.keys(merged.alerts).length === 0) continue;
    const bytes = encodeJson(merged);
    if (row !== null) {
      if (!row.alerts.equals(bytes)) await records.update({ key }, { alerts: bytes });
      continue;
    }
    const nextAt = new Date(now() + timing.groupWaitMs);
    await records.insert({ key, nextAt, alerts: bytes });
    await queueTelling(client, tenant, key, nextAt);
  }
}

function toldAlert({ alert, expr }: ChangedAlert, externalUrl: string): Omit<ToldAlert, "handedOn"> {
  const { labels, annotations, state, firedAt, activeAt, resolvedAt } = alert;
  return {
    labels,
    annotations,
    startsAt: firedAt ?? activeAt,
    endsAt: state === "firing" ? null : resolvedAt,
    generatorUrl: `${externalUrl}/api/v1/prom/query?query=${escapedQuery(expr)}`,
  };
}
