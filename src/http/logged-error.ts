/** What the log has of an error: its kind, message and stack, and the members that tell where it arose. */

/** Members of errors of Node, of PostgreSQL's driver and of our own that hold no values of requests. `detail`, `where` and `parameters` may. */
const members = [
  "code",
  "errno",
  "syscall",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "status",
];
/** SQLSTATE class 22, data exception: the message quotes the value. */
const dataException = /^22[0-9A-Z]{3}$/;
/** Most causes in a row, and most errors of one that stands for several. */
const mostCauses = 5;

/** A serializer for pino, whose own copies all members: with an error of TypeORM the parameters of its statement, such as names and e-mail addresses. */
export function loggedError(error: unknown): unknown {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? typeof error : String(error);
  const kept = members.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value] as const] : [];
  });
  const { code } = error as { readonly code?: unknown };
  const quotes = typeof code === "string" && dataException.test(code);
  const several = error instanceof AggregateError ? error.errors.slice(0, mostCauses) : [];
  return {
    type: error.constructor.name,
    message: quotes ? "A value cannot be what the statement needs" : error.message,
    stack: quotes ? error.stack?.replace(/^.*?(?=\n {4}at |$)/s, "") : error.stack,
    ...Object.fromEntries(kept),
    ...(error.cause !== undefined && depth < mostCauses && { cause: describe(error.cause, depth + 1) }),
    ...(several.length > 0 && depth < mostCauses && { errors: several.map((one) => describe(one, depth + 1)) }),
  };
}
