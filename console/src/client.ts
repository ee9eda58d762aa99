/** A client of the published documents: paths, parameters, bodies and answers are typed by what `npm run generate` wrote. */

type Method = "get" | "post" | "patch" | "delete";

type OperationAt<Paths, Path extends keyof Paths, M extends Method> = Paths[Path] extends { [K in M]: infer O }
  ? O
  : never;

/** The paths that have this method. */
type PathsWith<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: { responses: object } } ? P : never;
}[keyof Paths] &
  string;

type JsonOf<R> = R extends { content: { "application/json": infer B } } ? B : undefined;

type Answer<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202 | 204)]> : never;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type PathOf<O> = O extends { parameters: { path: infer P } } ? P : never;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : never;

interface Parts<O> {
  readonly query?: { readonly [K in keyof QueryOf<O>]: QueryOf<O>[K] | undefined };
  readonly path?: PathOf<O>;
  readonly body?: BodyOf<O>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer that is no success, in the words of whichever API gave it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** When it is worth trying again (s); null where that is not said. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, requestId: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

export interface Client<Paths> {
  get<P extends PathsWith<Paths, "get">>(
    path: P,
    parts?: Parts<OperationAt<Paths, P, "get">>,
  ): Promise<Answer<OperationAt<Paths, P, "get">>>;
  post<P extends PathsWith<Paths, "post">>(
    path: P,
    parts?: Parts<OperationAt<Paths, P, "post">>,
  ): Promise<Answer<OperationAt<Paths, P, "post">>>;
  patch<P extends PathsWith<Paths, "patch">>(
    path: P,
    parts?: Parts<OperationAt<Paths, P, "patch">>,
  ): Promise<Answer<OperationAt<Paths, P, "patch">>>;
  delete<P extends PathsWith<Paths, "delete">>(
    path: P,
    parts?: Parts<OperationAt<Paths, P, "delete">>,
  ): Promise<Answer<OperationAt<Paths, P, "delete">>>;
  /** The text of an answer that goes on, as it comes. */
  stream<P extends PathsWith<Paths, "get">>(
    path: P,
    parts?: Parts<OperationAt<Paths, P, "get">>,
  ): Promise<ReadableStream<string>>;
}

/** How requests say who sends them. Asked again, with `renew`, when a request is repeated. */
export type Credentials = (method: Method, renew: boolean) => Promise<Readonly<Record<string, string>>>;

/** Called when a request is sent. The result is called with the status of a refusal, and says whether to repeat the request. */
export type Sending = () => (status: number, repeated: boolean) => Promise<boolean>;

/** A request is repeated once with renewed credentials when its answer was 401. */
const renewing: Sending = () => async (status, repeated) => status === 401 && !repeated;

export function createClient<Paths>(mount: string, credentials: Credentials, sending = renewing): Client<Paths> {
  /** Throws Refusal. */
  async function ask(method: Method, path: string, parts: Parts<never> = {}, renew = false): Promise<Response> {
    const {
      query,
      path: values,
      body,
      headers,
      signal,
    } = parts as {
      query?: Record<string, unknown>;
      path?: Record<string, string>;
      body?: unknown;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values?.[name] ?? ""));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value === undefined || value === "") continue;
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
    }
    const refused = sending();
    const answer = await fetch(`${mount}${filled}${search.size === 0 ? "" : `?${search}`}`, {
      method: method.toUpperCase(),
      headers: {
        ...(await credentials(method, renew)),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.ok) return answer;
    if (await refused(answer.status, renew)) return await ask(method, path, parts, true);
    throw refusalOf(answer, parsed(await answer.text()));
  }
  const as = (method: Method) => async (path: string, parts?: object) =>
    parsed(await (await ask(method, path, parts as Parts<never>)).text());
  const stream = async (path: string, parts?: object) =>
    (await ask("get", path, parts as Parts<never>)).body?.pipeThrough(new TextDecoderStream());
  return {
    get: as("get"),
    post: as("post"),
    patch: as("patch"),
    delete: as("delete"),
    stream,
  } as unknown as Client<Paths>;
}

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusalOf({ status, statusText, headers }: Response, body: unknown): Refusal {
  const { code, detail, error, errorType, message, fieldErrors } = (
    typeof body === "object" && body !== null ? body : {}
  ) as Record<string, unknown>;
  const findings = Array.isArray(fieldErrors)
    ? fieldErrors.map(({ path, message: found }) => `${String(path).split("/").at(-1)} ${found}`).join("; ")
    : "";
  const words = [detail, error, message].find((text) => typeof text === "string") ?? statusText;
  const text = findings === "" ? String(words) : `${words} (${findings})`;
  const wait = Number(headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(wait) ? wait : null;
  return new Refusal(status, String(code ?? errorType ?? status), text, headers.get("x-request-id") ?? "", retryAfter);
}
