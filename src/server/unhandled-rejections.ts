/** What happens to rejections that no code handles. */
import type { Log } from "#src/storage/log.ts";

/**
 * Logs rejections that no code handles, where Node would end the process. Such a rejection is a mistake in the code or a library; it
 * concerns one request or job, and the process serves many. Errors that nobody catches still end the process.
 */
export function logUnhandledRejections(log: Log): void {
  process.on("unhandledRejection", (reason) =>
    log.error({ err: reason }, "A rejection was not handled: a mistake in the code"),
  );
}
