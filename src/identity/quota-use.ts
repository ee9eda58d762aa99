import type { Environment } from "./environment.ts";

/** How much of a quota is used. */
export interface QuotaUse {
  /** The API that keeps it. */
  readonly api: string;
  /** The name that refusals carry, such as `events`. */
  readonly name: string;
  readonly unit: "records" | "requests" | "bytes" | "series" | "files";
  /** The time that it is for; null for what is kept. */
  readonly per: "minute" | "day" | null;
  readonly used: number;
  readonly limit: number;
}

/** The owner of the quotas. */
export interface QuotaOwner {
  readonly businessId: string;
  /** Null for those of the business as a whole. */
  readonly projectId: string | null;
  readonly environment: Environment;
}

export type ReadQuotas = (owner: QuotaOwner) => Promise<readonly QuotaUse[]>;
