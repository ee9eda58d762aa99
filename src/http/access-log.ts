/** One line per answer: who, what, how long, and why it failed. Never a body, a credential or a query string. */
import type { Logger } from "pino";
import type { ClientGone } from "./body.ts";
import { Problem } from "./problem.ts";

/** What the log reads of an exchange. */
export interface Answered {
  readonly requestId: string;
  readonly operationId: string;
  readonly path: string;
  readonly startedAt: number;
  readonly remoteAddress: string;
  readonly failure: unknown;
  readonly incoming: { readonly method?: string | undefined };
}

/** Server faults are errors, everything else is information. */
export function accessLog(log: Logger): (answered: Answered, status: number) => void {
  return (answered, status) => {
    const { failure } = answered;
    const line = {
      requestId: answered.requestId,
      operationId: answered.operationId,
      method: answered.incoming.method,
      path: answered.path,
      status,
      ms: Math.round((performance.now() - answered.startedAt) * 100) / 100,
      remote: answered.remoteAddress,
    };
    if (failure === null) log.info(line, "answered");
    else if (status >= 500) log.error({ ...line, err: causeOf(failure) }, "failed");
    else log.info({ ...line, code: codeOf(failure) }, "refused");
  };
}

function causeOf(failure: unknown): unknown {
  return failure instanceof Problem ? (failure.cause ?? failure) : failure;
}

function codeOf(failure: unknown): string {
  return failure instanceof Problem ? failure.shownCode : (failure as ClientGone).name;
}
