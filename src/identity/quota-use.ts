import type { Environment } from "./environment.ts";

/** A quota, and how much of it is used. */
export interface QuotaUse {
  /** The API that has the quota. */
  readonly api: string;
  /** The name of the quota in refusals, such as `events`. */
  readonly name: string;
  readonly unit: "records" | "requests" | "bytes" | "series" | "files";
  /** The period of the quota; null for a limit of what is stored. */
  readonly per: "minute" | "day" | null;
  readonly used: number;
  readonly limit: number;
}

/** The owner of the quotas. */
export interface QuotaOwner {
  readonly businessId: string;
  /** Null for quotas of the business as a whole. */
  readonly projectId: string | null;
  readonly environment: Environment;
}

export type ReadQuotas = (owner: QuotaOwner) => Promise<readonly QuotaUse[]>;
