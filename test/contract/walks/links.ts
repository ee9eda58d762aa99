/** The links of answers: which operation may come next, and with which values (OpenAPI 3.1, "Link Object" and "Runtime Expressions"). */
import { type OpenApiDocument, type OperationObject, type ResponseObject, resolve } from "#src/contract/document.ts";

interface LinkObject {
  readonly operationId?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** What a request and its answer have to say. */
export interface Exchange {
  readonly inPath: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body: unknown;
}

/** A step that an answer leads to. */
export interface Following {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Links whose values the answer does not have lead nowhere: it may have an empty list, or omit what is optional. */
export function* linksOf(
  document: OpenApiDocument,
  operation: OperationObject,
  exchange: Exchange,
): Generator<Following> {
  const documented = operation.responses[exchange.status];
  if (documented === undefined) return;
  const response = resolve<ResponseObject & { links?: Record<string, LinkObject> }>(document, documented);
  for (const reference of Object.values(response.links ?? {})) {
    const { operationId, parameters } = resolve<LinkObject>(document, reference);
    if (operationId === undefined) continue;
    const values = Object.entries(parameters ?? {}).map(([name, value]) => [name, evaluated(value, exchange)] as const);
    if (values.some(([, value]) => value === undefined)) continue;
    yield { operationId, parameters: Object.fromEntries(values) };
  }
}

function evaluated(expression: unknown, { inPath, body }: Exchange): unknown {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const [, pathName] = /^\$request\.path\.(.+)$/.exec(expression) ?? [];
  if (pathName !== undefined) return inPath[pathName];
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  if (pointer === undefined) throw new Error(`${expression}: only paths of requests and bodies of answers can be read`);
  let value = body;
  for (const key of pointer.split("/")) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}
