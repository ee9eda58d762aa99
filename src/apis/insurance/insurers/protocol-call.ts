/** The part of an operation that an insurer carries out by an operation of the protocol. */
import type { FieldError } from "#src/http/problem.ts";
import type { CallContext, Intent } from "../intents/operation.ts";
import { bodyFindings } from "./answer-rules.ts";
import { type Answered, type Asked, type OperationId, successValidator } from "./protocol.ts";

/** Asks by the protocol's operation `id`, under the intent's key. `asked` makes its request from the request of an intent. */
export function protocolCall<Id extends OperationId, Request>(
  id: Id,
  asked: (request: Request) => Omit<Asked<Id>, "idempotencyKey">,
) {
  return {
    async call(
      { providerId, environment, insurerKey: idempotencyKey, request }: Intent<Request>,
      { insurers, requestId }: CallContext,
    ): Promise<Answered<Id>> {
      const insurer = await insurers.reach(providerId, id);
      const keyed = { ...asked(request), idempotencyKey } as unknown as Asked<Id>;
      return insurer.call(id, keyed, { requestId, environment });
    },

    findingsIn(request: Request, answer: unknown): readonly FieldError[] {
      const validate = successValidator(id, 200) ?? successValidator(id, 201);
      if (validate === null) throw new Error(`the insurer protocol has no answer to ${id}`);
      return bodyFindings(id, validate, answer, asked(request) as unknown as Asked<Id>);
    },
  };
}
