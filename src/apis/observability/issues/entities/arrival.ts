import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";

/** A block with events that are not folded into their issues yet (arrivals.ts). */
export interface IssueArrival {
  readonly projectId: string;
  readonly environment: Environment;
  readonly id: string;
  /** Written by earlier releases, in place of all that follows. */
  readonly groups: string | null;
  readonly blockId: string | null;
  readonly receivedAt: Date | null;
  /** Those that belong to issues. */
  readonly events: number | null;
  /** Of the block's payload. */
  readonly bytes: number | null;
  /** Up to this fingerprint it is folded already; null before it has begun. */
  readonly foldedTo: string | null;
  /** The block's own, once compaction has taken that. */
  readonly headBytes: number | null;
  readonly payload: Buffer | null;
}

export const arrivalEntity = new EntitySchema<IssueArrival>({
  name: "IssueArrival",
  tableName: "issue_arrivals",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    groups: { type: "text", nullable: true },
    blockId: { name: "block_id", type: "bigint", nullable: true },
    receivedAt: { name: "received_at", type: "timestamptz", nullable: true },
    events: { type: "integer", nullable: true },
    bytes: { type: "integer", nullable: true },
    foldedTo: { name: "folded_to", type: "text", nullable: true },
    headBytes: { name: "head_bytes", type: "integer", nullable: true },
    payload: { type: "bytea", nullable: true },
  },
});
