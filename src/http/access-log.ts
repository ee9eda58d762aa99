/**
 * The access log: one line per answer with the caller's address, the operation, the duration and the reason of a failure. It never
 * contains a body, a credential, a query string or a path. Paths hold ids and references, so the line has the route instead.
 */
import { type Logger, symbols } from "pino";
import type { ClientGone } from "./body.ts";
import { Problem } from "./problem.ts";

/** The members of an exchange that the log reads. */
export interface Answered {
  readonly requestId: string;
  readonly operationId: string;
  /** Such as `/pets/{petId}`; null when no operation is at the address. */
  readonly route: string | null;
  readonly startedAt: number;
  readonly remoteAddress: string;
  readonly failure: unknown;
  readonly incoming: { readonly method?: string | undefined };
}

/**
 * Returns a function that logs an answer: faults of the server at level `error`, all others at `info`.
 *
 * @param now the clock of `startedAt`, in milliseconds.
 */
export function accessLog(log: Logger, now = () => performance.now()): (answered: Answered, status: number) => void {
  const writeAnswered = answeredLine(log);
  return (answered, status) => {
    const { failure } = answered;
    const ms = Math.round((now() - answered.startedAt) * 100) / 100;
    if (failure === null) return writeAnswered(answered, status, ms);
    const line = {
      requestId: answered.requestId,
      operationId: answered.operationId,
      method: answered.incoming.method,
      route: answered.route,
      status,
      ms,
      remote: answered.remoteAddress,
    };
    if (status >= 500) log.error({ ...line, err: causeOf(failure) }, "failed");
    else log.info({ ...line, code: codeOf(failure) }, "refused");
  };
}

/** Internals of pino: the destination of its lines, and the members that every line has. */
interface Internals {
  readonly [symbols.streamSym]: { write(line: string): unknown };
  readonly [symbols.chindingsSym]: string;
  /** Returns `,"time":…`, or an empty text. */
  readonly [symbols.timeSym]: () => string;
}

/**
 * Returns a function that writes the line of `log.info({…}, "answered")`. Every request has such a line, and pino needs two and a half
 * times as long for it: a twentieth of the time of a small request.
 */
function answeredLine(log: Logger): (answered: Answered, status: number, ms: number) => void {
  if (!log.isLevelEnabled("info")) return () => {};
  const internals = log as unknown as Internals;
  const { [symbols.streamSym]: stream, [symbols.chindingsSym]: members, [symbols.timeSym]: time } = internals;
  const beginning = `{"level":${log.levels.values.info}`;
  // None of these values needs escaping: node only accepts known methods, and the request id matches its pattern.
  return ({ requestId, operationId, incoming, route, remoteAddress }, status, ms) => {
    stream.write(
      `${beginning}${time()}${members},"requestId":"${requestId}","operationId":"${operationId}","method":"${incoming.method}","route":${JSON.stringify(route)},"status":${status},"ms":${ms},"remote":"${remoteAddress}","msg":"answered"}\n`,
    );
  };
}

function causeOf(failure: unknown): unknown {
  return failure instanceof Problem ? (failure.cause ?? failure) : failure;
}

function codeOf(failure: unknown): string {
  return failure instanceof Problem ? failure.shownCode : (failure as ClientGone).name;
}
