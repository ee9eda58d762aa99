/** Headers of every answer. */

/**
 * Keeps browsers from guessing another type than `Content-Type` (Fetch standard, 3.6), and caches from storing the answer, because
 * nearly every answer is about its caller (RFC 9111, 5.2.2.5). Public answers set a Cache-Control of their own.
 */
export const guardingHeaders = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" } as const;
