// SQL: COPY, for as many rows as a flush has stacks.
/** Stacks of a flush that may need symbols: each gets a row that waits for its symbolication, in the flush's transaction. */
import type { PoolClient } from "pg";
import { CopyEncoder, copyRows } from "#src/storage/copy.ts";
import type { Tenant } from "../records.ts";
import type { SubjectKind } from "../symbols/symbolication/entity.ts";
import { type StackCollector, tenantBytes } from "./table.ts";

export class WaitingStacks implements StackCollector {
  readonly #tenant: Tenant;
  readonly #receivedAt: number;
  /** Most flushes have no stacks, and make no encoder. */
  #encoder: CopyEncoder | undefined;

  /** `receivedAt` is that of the flush, in ms. */
  constructor(tenant: Tenant, receivedAt: number) {
    this.#tenant = tenant;
    this.#receivedAt = receivedAt;
  }

  get isEmpty(): boolean {
    return this.#encoder === undefined;
  }

  add(kind: SubjectKind, subject: string): void {
    this.#encoder ??= new CopyEncoder(4096);
    this.#encoder.row(5);
    this.#encoder.bytes(tenantBytes(this.#tenant));
    this.#encoder.text(this.#tenant.environment);
    this.#encoder.text(kind);
    this.#encoder.text(subject);
    this.#encoder.timestamp(this.#receivedAt);
  }

  async save(client: PoolClient): Promise<void> {
    if (this.#encoder === undefined) return;
    const statement = `COPY symbolications (project_id, environment, kind, subject, received_at)
      FROM STDIN (FORMAT binary)`;
    await copyRows(client, statement, this.#encoder);
  }
}
