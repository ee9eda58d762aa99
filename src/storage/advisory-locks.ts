/**
 * Every advisory lock number of Accord, in one place, so that no number serves two purposes. Any numbers, as long as all processes on a
 * database take the same ones, those of the release before included: a number never changes its purpose.
 */

/** One lock each, held by one process at a time. */
export const advisoryLocks = {
  /** Migration of the schema. */
  migrations: 4_221_967_013,
  /** Making and dropping daily partitions of symbolicated stacks. */
  telemetryDays: 4_221_967_014,
  /** Making and dropping daily partitions of segments. */
  segmentDays: 4_221_967_015,
  /** Update of roles and rights. */
  rights: 4_221_967_016,
  /** Distribution of tables over the nodes of a cluster. */
  distribution: 4_221_967_017,
} as const;

/**
 * Locks of names: the number is `hashtextextended(name, seed)`. Two purposes have different seeds or names that begin differently,
 * and a chance collision makes one wait for the other.
 */
export const lockSeeds = {
  /** `lockName`, by a name of what is locked. */
  names: 0,
  /** The subject or idempotency key of an insurer intent that is being recorded. */
  creations: 7_114,
} as const;
