/**
 * How long a statement of a request waits for a lock of another transaction (milliseconds). That transaction may wait forever for the
 * answer to its COMMIT; requests that need the same rows are refused after this time.
 */
export const lockTimeoutMs = 4_000;
