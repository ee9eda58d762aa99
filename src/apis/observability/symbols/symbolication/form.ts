/** The symbolicated form: what is kept of a symbolicated stack, and served. */
import type { SourceContext } from "@accord/debug-info/javascript";

/** One function on the stack; several of them where calls were inlined into each other, the innermost first. */
export interface SymbolicatedFrame {
  /** As the source has it; `class.method` of the JVM. Where there are no symbols, what the raw frame says. */
  readonly function: string | null;
  readonly file: string | null;
  /** From 1. */
  readonly line: number | null;
  /** From 1. */
  readonly column: number | null;
  /** Whether it was inlined into the function of the next frame. */
  readonly inlined: boolean;
  /** Of native code, in hexadecimal. */
  readonly address: string | null;
  /** The frame as it came in, as one line. */
  readonly raw: string;
  /** Other functions that the frame may stand for, where nothing tells which it was. */
  readonly alternatives?: readonly string[];
  /** The lines of the source around, where the source map has them. */
  readonly context?: SourceContext;
}

/** Symbols that would say more. */
export type MissingSymbols =
  | { readonly platform: string; readonly debugId: string }
  | {
      readonly platform: string;
      readonly release: string;
      readonly artifactType: string;
      /** That a source map is missing of, where others of the release have theirs. */
      readonly script?: string;
    };

export interface Symbolication {
  /** `missing` when no symbols were found of those that are needed, `partial` when some were. */
  readonly status: "complete" | "partial" | "missing";
  /** The innermost first. */
  readonly frames: readonly SymbolicatedFrame[];
  readonly missing: readonly MissingSymbols[];
  /** The exception's class in the source, where the mapping has another one than the event. */
  readonly exceptionType?: string;
  /** The exceptions that led to it, one after the other; left out where there are none. */
  readonly causes?: readonly SymbolicatedCause[];
  /** Of stacks that came as text: each of them as text, null where it stays as it came. */
  readonly stacktraces?: readonly (string | null)[];
}

export type SymbolicatedCause = Pick<Symbolication, "exceptionType" | "frames">;

/** Bounds of what is kept. Deeper stacks are those of endless recursion. */
export const formLimits = {
  frames: 2_000,
  /** Their frames count with those of the exception. */
  causes: 10,
  /** Frames that are shown with their source. */
  contexts: 50,
  /** Characters of a name or a file, and of a raw frame. */
  text: 2_000,
  raw: 500,
  alternatives: 20,
  missing: 200,
  /** Characters of the form as JSON; frames beyond are left out, the outermost first. */
  json: 1024 * 1024,
} as const;

export type FrameParts = Partial<SymbolicatedFrame> & Pick<SymbolicatedFrame, "raw">;

/** A frame within its bounds; what is left out is null. */
export function frameOf({ raw, ...given }: FrameParts): SymbolicatedFrame {
  const { function: name = null, file = null, line = null, column = null, address = null } = given;
  const { inlined = false, alternatives = [], context } = given;
  return {
    function: cut(name),
    file: cut(file),
    line,
    column,
    inlined,
    address,
    raw: raw.slice(0, formLimits.raw).toWellFormed(),
    ...(alternatives.length > 0 && {
      alternatives: alternatives.slice(0, formLimits.alternatives).map((one) => one.slice(0, formLimits.text)),
    }),
    ...(context !== undefined && { context }),
  };
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, formLimits.text).toWellFormed();
}

/** The form as JSON text, without the outermost frames where it would be too long, those of the causes first. */
export function formText(form: Symbolication): string {
  const { frames, causes = [], ...rest } = form;
  const room = { frames: formLimits.frames as number, characters: formLimits.json as number };
  room.characters -= JSON.stringify({ ...rest, causes: causes.map((cause) => ({ ...cause, frames: [] })) }).length;
  const texts = [`"frames":[${fitting(frames, room)}]`];
  if (causes.length > 0) {
    const each = causes.map(({ frames: own, ...cause }) => joinedObject([`"frames":[${fitting(own, room)}]`], cause));
    texts.push(`"causes":[${each}]`);
  }
  return joinedObject(texts, rest);
}

/** Members that are JSON already, and those of an object. */
function joinedObject(members: readonly string[], rest: object): string {
  const others = JSON.stringify(rest).slice(1, -1);
  return `{${[...members, ...(others === "" ? [] : [others])].join(",")}}`;
}

/** The first frames for which there is room, which they take. */
function fitting(frames: readonly SymbolicatedFrame[], room: { frames: number; characters: number }): string {
  const kept: string[] = [];
  for (const frame of frames) {
    const text = JSON.stringify(frame);
    if (room.frames < 1 || text.length + 1 > room.characters) break;
    room.frames -= 1;
    room.characters -= text.length + 1;
    kept.push(text);
  }
  return kept.join(",");
}
