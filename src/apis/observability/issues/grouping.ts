/**
 * Which events are one problem: the fingerprint of an event, and how its issue is called. Events have the same one where they agree in
 * the exception's type, in the frames of the application (functions and files, no lines) and in the message without numbers and ids. A
 * tag `fingerprint` of the client takes the place of all that.
 */
import { hash } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";

export interface Grouping {
  /** Of the group: 32 hexadecimal digits. */
  readonly fingerprint: string;
  /**
   * Of the stack as it came, to the very line: 32 hexadecimal digits, where symbols may say more of it. Stacks with the same one have
   * the same source, so that symbols of one of them decide the group of all.
   */
  readonly stack: string | null;
  readonly title: string;
  /** Where it comes from: the innermost frame of the application. */
  readonly culprit: string | null;
  /** A 32-bit hash of the user affected. */
  readonly user: number | null;
}

/** The fields of an event that decide its group. */
export interface GroupedEvent {
  readonly level: number;
  readonly message: string | null;
  readonly release: string | null;
  readonly platform?: string | null;
  readonly tags?: Schemas["EventTags"] | undefined;
  readonly user?: Schemas["EventUser"] | undefined;
  readonly exception?: Schemas["EventException"] | undefined;
  readonly nativeStacktrace?: readonly Schemas["NativeFrame"][] | undefined;
  readonly nativeFrames?: readonly Schemas["NativeFrame"][] | undefined;
}

/** A frame as it decides the group; `line` is looked at where there is no function alone. */
export interface GroupedFrame {
  readonly function?: string | null | undefined;
  readonly file?: string | null | undefined;
  readonly line?: number | null | undefined;
}

/** Events of this level and above are problems, with or without an exception. */
const errorLevel = 50;
/** Frames that decide, from the innermost on; runs of equal ones, as recursion makes them, count once. */
const mostFrames = 30;
/** Characters of a message that decide. */
const messageLength = 200;
const titleLength = 200;

/** Whether it belongs to an issue: from level 50 on, or with an exception, a native stack or a tag `fingerprint`. */
export function isProblem({
  level,
  tags,
  exception,
  nativeStacktrace,
  nativeFrames,
}: Omit<GroupedEvent, "message" | "release">): boolean {
  return (
    level >= errorLevel ||
    exception !== undefined ||
    nativeStacktrace !== undefined ||
    nativeFrames !== undefined ||
    tags?.fingerprint !== undefined
  );
}

/** Null for an event that is no problem. */
export function groupingOf(event: GroupedEvent, mayNeedSymbols: boolean): Grouping | null {
  const { tags, user, nativeStacktrace, nativeFrames } = event;
  const native = nativeStacktrace ?? nativeFrames;
  const given = tags?.fingerprint;
  if (!isProblem(event)) return null;
  const about = native === undefined ? aboutThrown(event, mayNeedSymbols) : aboutCrash(event, native);
  const who = user === undefined ? null : userHash(user);
  if (given === undefined) return { ...about, user: who };
  return { ...about, fingerprint: digest(["tag", String(given)]), stack: null, user: who };
}

type About = Omit<Grouping, "user">;

/**
 * Cache of groupings, keyed by all deciding fields: most errors repeat exactly. An event seen for the first time may never repeat, and
 * keeping its grouping costs more than deciding it, so a grouping is kept only when its event was seen before. Events with longer texts
 * than `longestKnown` are not kept.
 */
const longestKnown = 4_000;
const mostKnown = 2_000;

type Field = string | number | boolean | null | undefined;

interface Known {
  readonly fields: readonly Field[];
  readonly about: About;
}

/** By the hash of the fields. */
const known = new Map<number, Known>();
/** The hashes of what was seen last, each in a place that it has in common with some others. */
const seen = new Int32Array(8_192);

function aboutThrown(event: GroupedEvent, mayNeedSymbols: boolean): About {
  const fields = fieldsOf(event, mayNeedSymbols);
  if (fields === null) return madeOfThrown(event, mayNeedSymbols);
  const name = hashOf(fields);
  const before = known.get(name);
  if (before !== undefined && areEqual(before.fields, fields)) return before.about;
  const about = madeOfThrown(event, mayNeedSymbols);
  const place = name & (seen.length - 1);
  if (seen[place] === name) {
    const [oldest] = known.keys();
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
    known.set(name, { fields, about });
  }
  seen[place] = name;
  return about;
}

/** Everything that decides; null where that is too long. */
function fieldsOf({ message, release, platform, exception }: GroupedEvent, mayNeedSymbols: boolean): Field[] | null {
  const text = exception?.value ?? message ?? "";
  const fields: Field[] = [
    ...[mayNeedSymbols, mayNeedSymbols && release, mayNeedSymbols && platform, exception?.type],
    text.length > 2 * titleLength ? text.slice(0, 2 * titleLength) : text,
  ];
  let length = (exception?.type ?? "").length;
  for (const frame of exception?.stacktrace?.frames ?? []) {
    const { function: name, filename, lineno, colno, in_app } = frame;
    length += 20 + (name?.length ?? 0) + (filename?.length ?? 0);
    if (length > longestKnown) return null;
    fields.push(name, filename, lineno, colno, in_app);
  }
  return fields;
}

/** FNV-1a over the ends of texts and over numbers; 32 bits with a sign. */
function hashOf(fields: readonly Field[]): number {
  let bits = 0x811c9dc5;
  for (const field of fields) {
    if (typeof field === "string")
      for (let at = Math.max(0, field.length - 64); at < field.length; at++)
        bits = Math.imul(bits ^ field.charCodeAt(at), 0x01000193);
    else bits = Math.imul(bits ^ (typeof field === "number" ? field : field === true ? 1 : 2), 0x01000193);
  }
  return bits | 0;
}

function areEqual(some: readonly Field[], others: readonly Field[]): boolean {
  return some.length === others.length && some.every((field, index) => field === others[index]);
}

function madeOfThrown({ message, release, platform, exception }: GroupedEvent, mayNeedSymbols: boolean): About {
  const frames = exception?.stacktrace?.frames ?? [];
  const shown = inApp(frames, ({ in_app, filename }) => in_app ?? ofApplication(filename))
    .slice(0, mostFrames)
    .map(({ function: name, filename, lineno }) => ({ function: name, file: filename, line: lineno }));
  const problem = { type: exception?.type ?? null, message: exception?.value ?? message };
  const places = () => frames.slice(0, mostFrames).map(placeOf);
  return {
    fingerprint: groupFingerprint(problem, shown),
    stack: mayNeedSymbols ? stackDigest({ ...problem, release, platform }, places()) : null,
    title: titleOf(problem),
    culprit: culpritOf(shown),
  };
}

function aboutCrash(
  { message, release, platform, exception }: GroupedEvent,
  native: readonly Schemas["NativeFrame"][],
): About {
  const places = nativePlacesOf(native);
  const problem = { type: exception?.type ?? "Crash", message: exception?.value ?? message };
  return {
    fingerprint: digest(["native", ...places]),
    stack: stackDigest({ ...problem, release, platform }, places),
    title: titleOf(problem),
    culprit: places[0] === undefined ? null : bounded(places[0]),
  };
}

function stackDigest(
  {
    type,
    message,
    release,
    platform,
  }: Problem & Pick<GroupedEvent, "release"> & { platform: string | null | undefined },
  places: readonly string[],
): string {
  return digest(["stack", release ?? "", platform ?? "", type ?? "", normalised(message), ...places]);
}

interface Problem {
  readonly type: string | null;
  readonly message: string | null;
}

/** Of a problem whose frames have names. */
export function groupFingerprint({ type, message }: Problem, frames: readonly GroupedFrame[]): string {
  return digest(["group", type ?? "", normalised(message), ...distinct(frames.slice(0, mostFrames).map(frameKey))]);
}

/** Those of the application: all that are marked so, else all that are not marked otherwise, else all. */
export function inApp<Frame>(
  frames: readonly Frame[],
  flagOf: (frame: Frame) => boolean | undefined,
): readonly Frame[] {
  const marked = frames.filter((frame) => flagOf(frame) === true);
  if (marked.length > 0) return marked;
  const unmarked = frames.filter((frame) => flagOf(frame) !== false);
  return unmarked.length > 0 ? unmarked : frames;
}

/** Where the sender does not say: false for what a package manager or the runtime has brought. */
export function ofApplication(file: string | null | undefined): false | undefined {
  return file != null && /(?:^|[/\\])node_modules[/\\]|^node:/.test(file.slice(0, 2_000)) ? false : undefined;
}

export function titleOf({ type, message }: Problem): string {
  const [line = ""] = (message ?? "").slice(0, 2 * titleLength).split("\n", 1);
  const title = type === null || type === "" ? line : line === "" ? type : `${type}: ${line}`;
  return bounded(title === "" ? "Error without a message" : title);
}

export function culpritOf([first]: readonly GroupedFrame[]): string | null {
  if (first === undefined) return null;
  const { function: name, file } = first;
  const place = fileOf(file ?? "");
  const culprit = name ? (place === "" ? name : `${name} (${place})`) : place;
  return culprit === "" ? null : bounded(culprit);
}

function bounded(text: string): string {
  return text.slice(0, titleLength).toWellFormed();
}

/** Without numbers and ids: each word that has a digit in it is one star. */
function normalised(message: string | null): string {
  if (message === null) return "";
  const text = message.length > messageLength ? message.slice(0, messageLength) : message;
  return /\d/.test(text) ? text.replace(/[\w-]+/g, (word) => (/\d/.test(word) ? "*" : word)) : text;
}

function frameKey({ function: name, file, line }: GroupedFrame): string {
  const place = file ? placeIn(file) : "";
  return name ? `${functionOf(name)}@${place}` : `@${place}:${line ?? ""}`;
}

/** Frames name few files. */
const knownPlaces = new Map<string, string>();
const longestPlace = 300;

/** The file's name without numbers and hashes, which differ from build to build. */
function placeIn(file: string): string {
  const before = knownPlaces.get(file);
  if (before !== undefined) return before;
  const place = fileOf(file).replace(/\b(?=[a-f]*\d)[\da-f]{6,}\b|\d+/gi, "*");
  if (file.length > longestPlace) return place;
  if (knownPlaces.size >= mostKnown) knownPlaces.clear();
  knownPlaces.set(file, place);
  return place;
}

/** A stack frame to the very place. */
function placeOf({ filename = "", function: name = "", lineno = 0, colno = 0 }: Schemas["StackFrame"]): string {
  return `${functionOf(name)}@${filename.slice(-300)}:${lineno}:${colno}`;
}

/** Dart's frames without names tell where the program was loaded, which is another place each time. */
function functionOf(name: string): string {
  const text = name.length > 300 ? name.slice(0, 300) : name;
  return text.startsWith("#") ? text.replace(/\babs [\da-f]{1,16}\b/, "") : text;
}

/** The file's own name, without folders, query and fragment: folders differ from machine to machine. */
function fileOf(path: string): string {
  const end = path.search(/[?#]/);
  const whole = end === -1 ? path : path.slice(0, end);
  return whole.slice(Math.max(whole.lastIndexOf("/"), whole.lastIndexOf("\\")) + 1).slice(0, 200);
}

/** Places within their binaries, which stay the same wherever those are loaded. */
function nativePlacesOf(native: readonly Schemas["NativeFrame"][]): string[] {
  const own = inApp(native, ({ in_app }) => in_app).slice(0, mostFrames);
  return distinct(
    own.map(({ instruction_addr: at = "", image_addr: base = "", image_name: image = "?" }) => {
      const offset = Number.parseInt(at, 16) - Number.parseInt(base, 16);
      return `${fileOf(image)}+${offset >= 0 ? offset.toString(16) : "?"}`;
    }),
  );
}

/** Without those that are equal to the one before. */
function distinct(texts: readonly string[]): string[] {
  return texts.filter((text, index) => text !== texts[index - 1]);
}

function digest(parts: readonly string[]): string {
  return hash("sha256", parts.join("\n"), "hex").slice(0, 32);
}

/** By the first of these that is given. FNV-1a over the code units, its bits mixed (murmur3's finalizer). */
export function userHash({ id, email, username, ip }: Schemas["EventUser"]): number | null {
  const name = id ?? email ?? username ?? ip;
  if (name === undefined) return null;
  const text = String(name);
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
