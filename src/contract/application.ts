/** The Koa application of the server. It skips Koa's own processing for requests that are already answered. */
import Koa, { type Context } from "koa";
import { guardingHeaders } from "#src/http/answer-headers.ts";

/** A method of Koa that its types leave out. */
interface Handling {
  handleRequest(context: Context, run: (context: Context) => Promise<void>): Promise<void>;
}
const koa = Koa.prototype as unknown as Handling;

/**
 * A Koa application. After the middleware, Koa writes `ctx.body`, watches the response with on-finished and handles errors. This class
 * lets Koa do so only when the middleware has not ended the answer itself, as the engine does: Koa's part takes a fifth of the time of a
 * small operation (docs/decisions/koa-in-front.md). As a consequence, an error of a connection while the middleware runs is not emitted
 * as `error`.
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

/** Adds the headers of every answer to an error. Koa answers an error only with `err.headers` (https://koajs.com, "err.headers"). */
function guarded(error: unknown): Error {
  const failure: Error & { headers?: object } =
    error instanceof Error ? error : new Error(`not an error: ${String(error)}`, { cause: error });
  return Object.assign(failure, { headers: { ...guardingHeaders, ...failure.headers } });
}
