/**
 * Problems: the errors that a caller is told about (RFC 9457). Code throws a `Problem`; the API that the request
 * belongs to decides how it is written on the wire (problem+json, google.rpc.Status, …).
 */
import { type ProblemCode, problems } from "#generated/problems.ts";

export type { ProblemCode };

/** One finding about the request. `path` is a JSON pointer into `{path, query, header, body}` of the request. */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** How many findings one answer lists; a longer list helps nobody and costs memory. As specs/common/problem.yaml has it. */
export const maxFindings = 100;
/** Characters of a finding's path, and of its message, there too. */
const maxFindingText = 2_000;
/** Characters of a problem's detail, there too. */
const maxDetail = 4_000;

/** An error of another party that is passed on to our caller unchanged. */
export interface PassedOn {
  /** Not of our catalogue; `code` in specs/common/problem.yaml says its form. */
  readonly code: string;
}

export interface ProblemOptions {
  /** The reason for people. Defaults to the catalogue's text for the code. */
  readonly detail?: string;
  readonly fieldErrors?: readonly FieldError[];
  /** Machine-readable facts about this occurrence. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, for example `Retry-After` (seconds) or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides the catalogue's status. */
  readonly status?: number;
  /**
   * The other party's error, which the caller reads as it is. Our code tells only the program and its log what kind of
   * problem it is.
   */
  readonly passedOn?: PassedOn | null;
  /** The underlying error, for the log only; never sent. */
  readonly cause?: unknown;
}

/**
 * An error with a code of the catalogue (`specs/common/problems.yaml`). Its status and title come from there. Keeps as
 * much of what was found as an answer can hold, so that no number of faults makes an answer that breaks its document.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly passedOn: PassedOn | null;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly fieldErrors: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    const entry = problems[code];
    super(
      `${options.passedOn?.code ?? code}: ${options.detail ?? entry.detail}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = "Problem";
    this.code = code;
    this.passedOn = options.passedOn ?? null;
    this.status = options.status ?? entry.status;
    this.title = problems[this.kind].title;
    this.detail = cut(options.detail ?? entry.detail, maxDetail);
    this.fieldErrors = bounded(options.fieldErrors ?? []);
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  /** The catalogue's entry that explains it: another party's code has an entry where it is one of ours, too. */
  get kind(): ProblemCode {
    const code = this.shownCode;
    return Object.hasOwn(problems, code) ? (code as ProblemCode) : this.code;
  }

  /** The code that the caller reads. */
  get shownCode(): string {
    return this.passedOn?.code ?? this.code;
  }
}

/** Names in pointers come from the caller and may be as long as the body. A shortened path is still a JSON pointer. */
function bounded(findings: readonly FieldError[]): readonly FieldError[] {
  return findings.slice(0, maxFindings).map((finding) => {
    const { path, message } = finding;
    if (path.length <= maxFindingText && message.length <= maxFindingText) return finding;
    return { ...finding, path: cut(path, maxFindingText).replace(/~$/, ""), message: cut(message, maxFindingText) };
  });
}

/** The start of a text; half a character at its end goes too. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * For a record that does not exist or belongs to somebody else: the answer is the same for both. `detail` names the record, and
 * alternatives that the caller may know.
 */
export function notFound(detail?: string): Problem {
  return new Problem("NOT_FOUND", detail === undefined ? {} : { detail });
}

/** For a request that is malformed in a way that only the domain can tell. `detail` says what is expected. */
export function invalid(detail: string): Problem {
  return new Problem("VALIDATION_FAILED", { detail });
}

/** For a well-formed request that the current state does not allow. `detail` says why, and what would work. */
export function conflict(detail: string): Problem {
  return new Problem("INVALID_STATE_TRANSITION", { detail });
}

/**
 * Whether an error says that what was asked for cannot be done, in words for whoever asked; everything else is a mistake
 * or an outage of ours. Commands print its `detail` and end with exit code 1.
 */
export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.status < 500;
}
