/** The Koa application of our own server, which does for an answered request nothing more. */
import Koa, { type Context } from "koa";
import { guardingHeaders } from "#src/http/answer-headers.ts";

/** Koa's own, which its types leave out. */
interface Handling {
  handleRequest(context: Context, run: (context: Context) => Promise<void>): Promise<void>;
}
const koa = Koa.prototype as unknown as Handling;

/**
 * Behaves as Koa does. What Koa does after the middleware (writing `ctx.body`, watching the response by on-finished,
 * errors) it leaves to Koa, but only where middleware has not ended the answer itself, as the engine does: for a small
 * operation that is a fifth of its time (docs/decisions/koa-in-front.md). It follows that a connection's error while the
 * middleware still runs is not emitted as `error`.
 */
export class Application extends Koa implements Handling {
  handleRequest(context: Context, run: (context: Context) => Promise<void>): Promise<void> {
    const { res } = context;
    res.statusCode = 404;
    return run(context).then(
      () => {
        if (res.writableEnded || res.destroyed) return;
        const { statusCode } = res;
        return koa.handleRequest.call(this, context, async () => {
          res.statusCode = statusCode;
        });
      },
      (error: unknown) => koa.handleRequest.call(this, context, () => Promise.reject(guarded(error))),
    );
  }
}

/** Koa answers an error with no headers but those that the error names (https://koajs.com, "err.headers"). */
function guarded(error: unknown): Error {
  const failure: Error & { headers?: object } =
    error instanceof Error ? error : new Error(`not an error: ${String(error)}`, { cause: error });
  return Object.assign(failure, { headers: { ...guardingHeaders, ...failure.headers } });
}
