/** The protocol that insurers serve (specs/insurer), as its client sees it. */
import type { Schemas } from "#generated/insurer/contract.ts";
import type { operations } from "#generated/insurer/types.ts";
import { generated } from "#src/apis/generated.ts";
import type { Validator } from "#src/contract/findings.ts";
import { compileOperations, type Operation } from "#src/contract/operation.ts";

export type { Schemas };

export type OperationId = keyof operations;

type Parameters<Id extends OperationId, Where extends string> = operations[Id]["parameters"] extends infer P
  ? Where extends keyof P
    ? P[Where]
    : never
  : never;

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: never }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** The request of an operation. Writes also take the key that makes them safe to repeat. */
export type Asked<Id extends OperationId> = Part<"path", Parameters<Id, "path">> &
  Part<"query", Parameters<Id, "query">> &
  (operations[Id] extends { requestBody: { content: { "application/json": infer Body } } }
    ? { readonly body: Body; readonly idempotencyKey: string }
    : { readonly body?: never; readonly idempotencyKey?: never });

/** The body of an operation's success. */
export type Answered<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"] & (200 | 201)]: operations[Id]["responses"][Status] extends {
    content: { "application/json": infer Body };
  }
    ? Body
    : never;
}[keyof operations[Id]["responses"] & (200 | 201)];

const json = "application/json";
const { document, validators } = generated("insurer");
const compiled = new Map(compileOperations(document, validators).map((operation) => [operation.id, operation]));

/** The compiled operation. */
export function operationOf(id: OperationId): Operation {
  const operation = compiled.get(id);
  if (operation === undefined) throw new Error(`the insurer protocol has no operation ${id}`);
  return operation;
}

/** Holds the body of a success with this status to the document; null when no such success is documented. */
export function successValidator(id: OperationId, status: number): Validator | null {
  if (status >= 300) return null;
  return operationOf(id).responses.get(status)?.contents.get(json) ?? null;
}

/** Holds an error body to the document: it is the same for every status, documented or not. */
export const errorValidator: Validator = (() => {
  const validator = operationOf("getPolicy").responses.get(500)?.contents.get(json);
  if (validator == null) throw new Error("the insurer protocol has no error body");
  return validator;
})();
