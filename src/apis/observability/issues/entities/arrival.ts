import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";

/** A block with events that are not folded into their issues yet (arrivals.ts). */
export interface IssueArrival {
  readonly projectId: string;
  readonly environment: Environment;
  readonly id: string;
  readonly blockId: string;
  readonly receivedAt: Date;
  /** Those that belong to issues. */
  readonly events: number;
  /** Of the block's payload. */
  readonly bytes: number;
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
    blockId: { name: "block_id", type: "bigint" },
    receivedAt: { name: "received_at", type: "timestamptz" },
    events: { type: "integer" },
    bytes: { type: "integer" },
    foldedTo: { name: "folded_to", type: "text", nullable: true },
    headBytes: { name: "head_bytes", type: "integer", nullable: true },
    payload: { type: "bytea", nullable: true },
  },
});
