/**
 * How long a statement of a request waits for a lock that another transaction has (milliseconds): a transaction may never end while
 * the answer to its COMMIT is held, and whoever needs the same rows is refused rather than kept.
 */
export const lockTimeoutMs = 4_000;
