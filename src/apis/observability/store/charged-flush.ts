/** A flush of whole requests, charged in the transaction that stores them: what is refused or lost is not charged. */
import type { PoolClient } from "pg";
import type { Problem } from "#src/http/problem.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import type { Tenant } from "../records.ts";
import type { TelemetryKind } from "./partitions.ts";
import { type QuotaCharge, QuotaLedger } from "./quota.ts";
import type { Batch, TelemetryTable } from "./table.ts";

export interface Charged {
  readonly batch: Batch;
  /** The quota whose state is answered. */
  readonly quota: QuotaCharge;
  /** Charged together with it: all of them or none. */
  readonly besides: readonly QuotaCharge[];
}

/** The outcome of a batch, valid from the commit on. */
export interface AppendOutcome {
  readonly stored: number;
  /** Rows that were there already, or earlier in the same request. */
  readonly deduped: number;
  readonly quota: QuotaState;
}

/** The outcome of a request, or the problem that it is over its quota, which leaves the others alone. */
export type Answer = AppendOutcome | Problem;

/** The statements of a flush, its locks and its results. Made anew for each attempt. */
export class ChargedFlush {
  readonly #tenant: Tenant;
  readonly #table: Pick<TelemetryTable, "kind" | "locks">;
  readonly #requests: readonly Charged[];
  #ledger: QuotaLedger | undefined;
  /** Of each request. */
  #charges: (QuotaState | Problem)[] = [];

  constructor(tenant: Tenant, table: Pick<TelemetryTable, "kind" | "locks">, requests: readonly Charged[]) {
    this.#tenant = tenant;
    this.#table = table;
    this.#requests = requests;
  }

  /** Runs `begin`, which starts the transaction, and takes the locks that keep others from storing the same rows. */
  async lock(client: PoolClient, begin: string): Promise<QuotaLedger> {
    const { kind, locks } = this.#table;
    const charged = namesOf(kind, this.#requests);
    // Where the table has no lock of its own, the row of the kind is what lets one flush of a tenant at a time look for duplicates.
    const names = locks ? charged : [...new Set([kind, ...charged])];
    this.#ledger = await QuotaLedger.lock(client, begin, this.#tenant, names);
    return this.#ledger;
  }

  /** The rows to store; read once, when it is known that no earlier attempt was committed. */
  admit(): Batch[] {
    this.#charges = chargeEach(this.#locked, this.#requests);
    return this.#requests.filter((_, index) => isAdmitted(this.#charges[index])).map(({ batch }) => batch);
  }

  /** In the order of the requests. `stored` are the rows of each admitted batch that were new. */
  answers(stored: readonly number[]): Answer[] {
    let admitted = 0;
    return this.#requests.map(({ batch, quota }, index) => {
      const state = this.#charges[index] ?? this.#locked.refusal(quota);
      if (!isAdmitted(state)) return state;
      const written = stored[admitted++] ?? 0;
      return { stored: written, deduped: batch.rows.length - written, quota: state };
    });
  }

  /** Statements before the COMMIT; null when there is nothing to commit. */
  get saving(): string[] | null {
    return this.#charges.some(isAdmitted) ? [this.#locked.saving] : null;
  }

  get #locked(): QuotaLedger {
    if (this.#ledger === undefined) throw new Error("The quotas are not locked yet");
    return this.#ledger;
  }
}

/** The names of what is charged, in the order in which everybody locks them: that of the kind first. */
function namesOf(kind: TelemetryKind, requests: readonly Pick<Charged, "quota" | "besides">[]): string[] {
  const names = new Set(requests.flatMap(({ quota, besides }) => [quota.name, ...besides.map(({ name }) => name)]));
  const own = names.delete(kind) ? [kind] : [];
  return [...own, ...[...names].sort()];
}

/** Of each request, what is left of its quota, or that it does not fit, and then nothing of it is charged. */
function chargeEach(
  ledger: QuotaLedger,
  requests: readonly Pick<Charged, "quota" | "besides">[],
): (QuotaState | Problem)[] {
  const charged = requests.map(({ quota, besides }) => ({ quota, states: ledger.chargeAll([quota, ...besides]) }));
  // A refusal tells what is left when all are charged.
  return charged.map(({ quota, states }) =>
    Array.isArray(states) ? (states[0] ?? ledger.state(quota.name, quota.limitPerMinute)) : ledger.refusal(states),
  );
}

function isAdmitted(charged: QuotaState | Problem | undefined): charged is QuotaState {
  return charged !== undefined && !(charged instanceof Error);
}
