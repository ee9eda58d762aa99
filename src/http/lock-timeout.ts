/**
 * How long a statement of a request waits for a lock of another transaction (milliseconds). Such a transaction may wait
 * for the answer to its COMMIT for ever, so requests that need the same rows are refused in time.
 */
export const lockTimeoutMs = 4_000;
