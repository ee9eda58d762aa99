/** A request as the document alone would have it, for a plan to change and send. */
import type { Unit } from "./units.ts";

export interface Draft {
  readonly method: string;
  /** Below the API's base address, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const formType = "application/x-www-form-urlencoded";

/** Required parameters have the value of their example; optional ones are left out. No credentials. */
export function draftOf(unit: Unit, body: Uint8Array<ArrayBuffer> | null): Draft {
  const required = unit.parameters.filter((parameter) => parameter.required === true);
  const values = (where: string) =>
    Object.fromEntries(
      required.filter((parameter) => parameter.in === where).map(({ name, example }) => [name, String(example)]),
    );
  const inPath = values("path");
  return {
    method: unit.method.toUpperCase(),
    path: unit.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? "")),
    query: values("query"),
    headers: {
      ...values("header"),
      ...(unit.requestType === null ? {} : { "content-type": unit.requestType }),
    },
    body: body !== null && unit.requestType === formType ? formOf(body) : body,
  };
}

/** A form whose fields are the members of a JSON object, which is how documents give its example. */
function formOf(example: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const fields = Object.entries(JSON.parse(new TextDecoder().decode(example)) as Record<string, unknown>);
  const named = fields.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return bytesOf(new URLSearchParams(named).toString());
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export const withHeaders = (draft: Draft, headers: Draft["headers"]): Draft => ({
  ...draft,
  headers: { ...draft.headers, ...headers },
});

export const unknownParameter = "no-such-parameter";

export const withUnknownParameter = (draft: Draft): Draft => ({
  ...draft,
  query: { ...draft.query, [unknownParameter]: "1" },
});

/** The members of the draft's JSON object. */
export function membersOf({ body }: Draft): Readonly<Record<string, unknown>> {
  return JSON.parse(body === null ? "{}" : new TextDecoder().decode(body));
}

/** The draft's JSON object with some members in another way. */
export const withMembers = (draft: Draft, members: object): Draft => ({
  ...draft,
  body: bytesOf(JSON.stringify({ ...membersOf(draft), ...members })),
});

export async function send(baseUrl: string, { method, path, query, headers, body }: Draft): Promise<Received> {
  const search = new URLSearchParams(query).toString();
  const url = `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  const response = await fetch(url, { method, headers, ...(body === null ? {} : { body }) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
