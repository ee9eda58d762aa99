/**
 * Fault injection for the sandbox insurers: faults of an insurer at every call, one that is switched on until it is switched off, or one for one call, named by a
 * header.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { HandlerAnswer } from "#src/contract/answer.ts";
import type { ErasedHandler } from "#src/contract/api.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { ClientGone } from "#src/http/body.ts";
import { Problem } from "#src/http/problem.ts";
import type { Behaviour } from "./catalog.ts";
import { type InsurerHandlers, refusal } from "./dependencies.ts";

/** Names one fault for one call. */
export const faultHeader = "x-sandbox-fault";

type Fault = (handler: ErasedHandler, request: unknown, call: Exchange) => Promise<HandlerAnswer>;

/** Longer than any caller waits (ms). */
const slowMs = 120_000;
const oversizedCharacters = 3 * 1024 * 1024;

const faults: Readonly<Record<string, Fault>> = {
  /** The connection breaks before anything is done. */
  drop: async () => {
    throw new ClientGone();
  },
  /** The work is done and its answer lost; a repeated request gets the stored one. */
  "drop-answer": async (handler, request, call) => {
    const answer = await handler(request, call);
    if (answer.headers?.["Idempotency-Replayed"] === undefined) throw new ClientGone();
    return answer;
  },
  slow: async (_handler, _request, call) => {
    await pause(slowMs, undefined, { signal: call.signal }).catch(() => {});
    throw new ClientGone();
  },
  invalid: async (handler, request, call) => spoil(await handler(request, call)),
  oversized: async (handler, request, call) => {
    const answer = await handler(request, call);
    return { ...answer, body: { ...(answer.body as object), padding: "x".repeat(oversizedCharacters) } };
  },
  "own-error": async () => {
    throw refusal(422, "SBX_OUT_OF_SEASON", "We do not sell this at this time of the year.");
  },
  "status-500": async () => {
    throw new Problem("INTERNAL_ERROR");
  },
  "status-503": async () => {
    throw new Problem("OVERLOADED", { headers: { "Retry-After": "1" } });
  },
};

export function isFault(name: string): boolean {
  return Object.hasOwn(faults, name);
}

/** The handlers of an insurer as the engine takes them, with all that goes wrong there; `switchedOn` tells which fault is on. */
export function withFaults(
  handlers: InsurerHandlers,
  behaviour: Behaviour,
  switchedOn: () => string | undefined,
): InsurerHandlers {
  const wrapped = Object.entries(handlers as unknown as Readonly<Record<string, ErasedHandler>>).map(
    ([operationId, handler]): [string, ErasedHandler] => [
      operationId,
      (request, call) => {
        const fault = faultOf(operationId, behaviour, switchedOn(), call);
        return fault === null ? handler(request, call) : fault(handler, request, call);
      },
    ],
  );
  return Object.fromEntries(wrapped) as unknown as InsurerHandlers;
}

/** Throws Problem BAD_REQUEST for a fault that does not exist: a test that misspells it must not pass. */
function faultOf(
  operationId: string,
  behaviour: Behaviour,
  switchedOn: string | undefined,
  call: Exchange,
): Fault | null {
  const name = call.incoming.headers[faultHeader] ?? switchedOn ?? builtInFaultOf(operationId, behaviour);
  if (name === null) return null;
  const fault = isFault(String(name)) ? faults[String(name)] : undefined;
  if (fault === undefined) throw new Problem("BAD_REQUEST", { detail: `There is no fault ${name}.` });
  return fault;
}

function builtInFaultOf(operationId: string, behaviour: Behaviour): string | null {
  if (behaviour.unreachable && operationId !== "listProducts") return "drop";
  if (behaviour.slow && operationId === "createQuote") return "slow";
  if (behaviour.invalidForm && operationId === "getForm") return "invalid";
  if (behaviour.invalidQuote && operationId === "createQuote") return "invalid";
  return null;
}

/** Loses a member that no answer of the protocol may lack, and gains one that none has. */
function spoil(answer: HandlerAnswer): HandlerAnswer {
  const [, ...members] = Object.entries(answer.body as object);
  return { ...answer, body: { ...Object.fromEntries(members), mood: "cheerful" } };
}
