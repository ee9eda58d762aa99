/** The stack of an event that needs symbols, by its platform and by what its frames look like. */
import { platformOf } from "../platforms.ts";
import { formLimits } from "./form.ts";
import { dartStack, nativeStack } from "./native-stack.ts";
import { listOf, positionOf, recordOf, type Stack, textOf } from "./stack.ts";

/** An event as it is stored. */
export interface StackedEvent {
  readonly source: "server" | "browser" | "mobile";
  readonly platform: string | null;
  readonly release: string | null;
  /** See EventPayload. */
  readonly payloadJson: string;
}

/** Null when no symbols could say more: the event has no stack, its frames have names, or it belongs to no release. */
export function eventStack({ source, platform, release, payloadJson }: StackedEvent): Stack | null {
  const payload = recordOf(JSON.parse(payloadJson));
  const device = recordOf(payload.device);
  const given = platform ?? textOf(recordOf(payload.extra).platform) ?? "";
  const named = platformOf(given === "" ? (textOf(device.osName) ?? "") : given);
  const native = nativeStack(payload, named === "" ? "android" : named);
  if (native !== null) return native;
  const exception = recordOf(payload.exception);
  if (named === "flutter" || source === "mobile") {
    const dart = dartStack(payload, "flutter");
    if (dart !== null) return dart;
  }
  const causes = causesOf(exception).map((cause) => ({ exceptionType: textOf(cause.type), frames: framesOf(cause) }));
  const frames = framesOf(exception);
  const all = [...frames, ...causes.flatMap((cause) => cause.frames)];
  if (release === null || release === "" || all.length === 0) return null;
  if (isJavaScript(source, named, all)) {
    return {
      family: "javascript",
      platforms: scriptPlatforms(source, named, platformOf(textOf(device.osName) ?? "")),
      release,
      frames: frames.map(scriptFrame),
      causes: causes.map((cause) => ({ ...cause, frames: cause.frames.map(scriptFrame) })),
    };
  }
  if (named !== "android" && !all.some(isJvmFrame)) return null;
  return {
    family: "jvm",
    platforms: ["android"],
    release,
    exceptionType: textOf(exception.type),
    frames: frames.map(jvmFrame),
    causes: causes.map((cause) => ({ ...cause, frames: cause.frames.map(jvmFrame) })),
  };
}

/** The exceptions that led to an exception, one after the other. */
function causesOf(exception: Json): Json[] {
  const causes: Json[] = [];
  for (let cause = exception.cause; cause !== undefined && causes.length < formLimits.causes; ) {
    const record = recordOf(cause);
    causes.push(record);
    cause = record.cause;
  }
  return causes;
}

function framesOf(exception: Json): readonly Json[] {
  return listOf(recordOf(exception.stacktrace).frames);
}

type Json = Readonly<Record<string, unknown>>;

const scriptFile = /(?:\.(?:[cm]?jsx?|tsx?|bundle|jsbundle|hbc)(?:[?#:].*)?$)|^address at |^https?:/s;
const jvmFile = /^(?:\w+\.(?:java|kt|scala|groovy)|SourceFile|Unknown Source|Native Method|r8-map-id-\w+)$/;

function isJavaScript(source: StackedEvent["source"], platform: string, frames: readonly Json[]): boolean {
  if (source === "browser" || platform === "web" || platform === "react-native") return true;
  return frames.some(({ filename }) => scriptFile.test(textOf(filename)?.slice(-300) ?? ""));
}

function isJvmFrame({ filename }: Json): boolean {
  return jvmFile.test(textOf(filename)?.slice(0, 300) ?? "");
}

const mobileSystems: ReadonlySet<string> = new Set(["ios", "android"]);

/** A map of React Native may have been uploaded for it, or for the system that it runs on. */
export function scriptPlatforms(source: "server" | "browser" | "mobile", platform: string, system: string): string[] {
  if (source !== "mobile" && !["react-native", ...mobileSystems].includes(platform)) return ["web"];
  const own = platform === "" ? [] : [platform];
  const systems = mobileSystems.has(system) ? [system] : [];
  return [...new Set([...own, "react-native", ...systems])];
}

function scriptFrame({ filename, function: name, lineno, colno }: Json) {
  const [file, line, column] = [textOf(filename), positionOf(lineno), positionOf(colno)];
  const place = [file ?? "?", ...(line === null ? [] : [line]), ...(column === null ? [] : [column])].join(":");
  return { function: textOf(name), file, line, column, raw: `${textOf(name) ?? "<anonymous>"} (${place})` };
}

/** Some senders have the class beside the method. */
function jvmFrame({ filename, function: name, module, lineno }: Json) {
  const [method, owner] = [textOf(name) ?? "", textOf(module)];
  const [file, line] = [textOf(filename), positionOf(lineno)];
  const whole = owner === null || method.startsWith(`${owner}.`) ? method : `${owner}.${method}`;
  return { function: whole, file, line, raw: `${whole}(${file ?? "?"}${line === null ? "" : `:${line}`})` };
}
