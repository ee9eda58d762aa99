/** Events as clients send them, validated, to records. */
import type { Schemas } from "#generated/observability/contract.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { isProblem } from "./issues/grouping.ts";
import type { EventRecord } from "./records.ts";

/** The fields of an event that are stored as they are; `extra` is what the contract does not know. */
export type EventPayload = Pick<
  Schemas["StoredEvent"],
  | "tags"
  | "user"
  | "exception"
  | "breadcrumbs"
  | "contexts"
  | "sdk"
  | "device"
  | "payloadVersion"
  | "binaryImages"
  | "nativeStacktrace"
  | "nativeFrames"
  | "crashedThreadId"
  | "extra"
>;

/** The value of a field that may be absent: JSON leaves undefined out. */
type Written<T> = { readonly [K in keyof T]: T[K] | undefined };

/** An event of server or browser ingest. One without an id gets one: `evt_` and a UUIDv7. */
export function eventRecord(event: Schemas["Event"], source: "server" | "browser"): EventRecord {
  const { level, time, message, msg, release, environment, eventId } = event;
  const { tags, user, traceId, spanId, exception, breadcrumbs, contexts } = event;
  const payload: Written<EventPayload> = {
    exception,
    tags,
    user: user && keptUser(user),
    breadcrumbs,
    contexts,
    extra: extraOf(event, message === undefined ? pinoFields : eventFields),
  };
  const payloadJson = JSON.stringify(payload);
  // The symbols of scripts and of the JVM are found by the release alone.
  const mayNeedSymbols = release !== undefined && hasStack(exception);
  return {
    eventId: eventId?.toWellFormed() ?? `evt_${risingId()}`,
    source,
    time: Math.floor(time),
    level,
    message: message ?? msg ?? null,
    release: release ?? null,
    stage: environment ?? null,
    platform: null,
    traceId: traceId?.toLowerCase() ?? null,
    spanId: spanId ?? null,
    ...searched(exception),
    mayNeedSymbols,
    isProblem: isProblem({ level, tags, exception }),
    payloadJson,
  };
}

/** An event of mobile ingest. Its exception is brought into the form of the other sources: frames under `frames`. */
export function mobileEventRecord(event: Schemas["MobileEvent"]): EventRecord {
  const {
    eventId,
    time,
    level,
    platform,
    release,
    environment,
    message,
    tags,
    user,
    sdk,
    device,
    exception,
    payloadVersion,
    binaryImages,
    nativeStacktrace,
    nativeFrames,
    crashedThreadId,
  } = event;
  const framed = exception && framedException(exception);
  const payload: Written<EventPayload> = {
    tags,
    user: user && keptUser(user),
    exception: framed,
    sdk,
    device,
    payloadVersion,
    binaryImages,
    nativeStacktrace,
    nativeFrames,
    crashedThreadId,
    extra: extraOf(event, mobileFields),
  };
  const mayNeedSymbols = exception !== undefined || nativeStacktrace !== undefined || nativeFrames !== undefined;
  return {
    eventId: eventId.toWellFormed(),
    source: "mobile",
    time: Math.floor(time),
    level,
    message: message ?? null,
    release: release ?? null,
    stage: environment ?? null,
    platform: platform ?? null,
    traceId: null,
    spanId: null,
    ...searched(exception),
    mayNeedSymbols,
    isProblem: isProblem({ level, tags, exception: framed, nativeStacktrace, nativeFrames }),
    payloadJson: JSON.stringify(payload),
  };
}

/** Of a user only these four keys are kept (reference: Event). */
function keptUser({ id, email, username, ip }: Schemas["EventUser"]) {
  return { id, email, username, ip } as Schemas["StoredUser"];
}

/** What searches look at. NUL characters, which the store does not keep, are in the payload alone. */
function searched(exception: { readonly type?: string; readonly value?: string } | undefined) {
  const kept = (text = "") => (text.includes("\0") ? text.replaceAll("\0", "") : text);
  return { exceptionType: kept(exception?.type), exceptionValue: kept(exception?.value) };
}

/** Whether it has a stack, or what led to it has. */
function hasStack(exception: Schemas["EventException"] | undefined): boolean {
  return exception !== undefined && (exception.stacktrace !== undefined || hasStack(exception.cause));
}

function framedException({ stacktrace, cause, ...exception }: Schemas["MobileException"]): Schemas["EventException"] {
  return {
    ...exception,
    ...(stacktrace && { stacktrace: { frames: stacktrace } }),
    ...(cause !== undefined && { cause: framedException(cause) }),
  };
}

const eventFields = new Set<string>([
  ...["level", "time", "message", "release", "environment", "eventId", "tags", "user"],
  ...["traceId", "spanId", "exception", "breadcrumbs", "contexts"],
]);
/** pino's `msg` is the message; beside one it is just another field. */
const pinoFields = new Set([...eventFields, "msg"]);
const mobileFields = new Set<string>([
  ...["eventId", "time", "level", "platform", "release", "environment", "message", "tags", "user", "sdk", "device"],
  ...["exception", "payloadVersion", "binaryImages", "nativeStacktrace", "nativeFrames", "crashedThreadId"],
]);

/** The fields that are not `known`, also one named `__proto__`; undefined when there are none, as in most events. */
function extraOf(event: Record<string, unknown>, known: ReadonlySet<string>): Record<string, unknown> | undefined {
  for (const name in event)
    if (!known.has(name)) return Object.fromEntries(Object.entries(event).filter(([other]) => !known.has(other)));
  return undefined;
}
