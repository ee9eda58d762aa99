/** Headers of every answer, whoever writes it. */

/**
 * No browser takes the bytes for anything but what `Content-Type` says (Fetch standard, 3.6), and no cache keeps them, since
 * nearly every answer is about its caller (RFC 9111, 5.2.2.5). An answer that is for everybody has a Cache-Control of its own.
 */
export const guardingHeaders = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" } as const;
