/**
 * All advisory lock numbers of Accord, so that no number serves two purposes. The values are arbitrary, but all processes on a database
 * must use the same ones, including processes of the previous release: a number never changes its purpose.
 */

/** Locks that one process holds at a time. */
export const advisoryLocks = {
  /** Migration of the schema. */
  migrations: 4_221_967_013,
  /** Creating and dropping daily partitions of symbolicated stacks. */
  telemetryDays: 4_221_967_014,
  /** Creating and dropping daily partitions of segments. */
  segmentDays: 4_221_967_015,
  /** Update of roles and rights. */
  rights: 4_221_967_016,
  /** Distribution of tables over the nodes of a cluster. */
  distribution: 4_221_967_017,
} as const;

/**
 * Seeds of locks that are named: their number is `hashtextextended(name, seed)`. Two purposes have different seeds, or names that begin
 * differently. After a chance collision, one holder waits for the other.
 */
export const lockSeeds = {
  /** Locks of `lockName`. */
  names: 0,
  /** The subject or idempotency key of an insurer intent that is being recorded. */
  creations: 7_114,
} as const;
