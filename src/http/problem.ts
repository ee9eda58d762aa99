/**
 * Problems: errors that callers are told about (RFC 9457). Any code throws a `Problem`; the presenter of the request's API writes it
 * (problem+json, google.rpc.Status, …).
 */
import { type ProblemCode, problems } from "#generated/problems.ts";

export type { ProblemCode };

/** One finding about the request. `path` is a JSON pointer into `{path, query, header, body}` of the request. */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Most findings in one answer (specs/common/problem.yaml has the same limit). A longer list helps nobody and costs memory. */
export const maxFindings = 100;
/** Most characters of a finding's path, and of its message (also in specs/common/problem.yaml). */
const maxFindingText = 2_000;
/** Most characters of a problem's detail (also in specs/common/problem.yaml). */
const maxDetail = 4_000;

/** An error of another party, such as an insurer, that is passed on to the caller unchanged. */
export interface PassedOn {
  /** The other party's code, which need not be in our catalogue. `code` in specs/common/problem.yaml defines its form. */
  readonly code: string;
}

export interface ProblemOptions {
  /** The reason, for people. When left out, the catalogue's text for the code. */
  readonly detail?: string;
  readonly fieldErrors?: readonly FieldError[];
  /** Machine-readable facts about this error. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, for example `Retry-After` (seconds) or `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides the catalogue's status. */
  readonly status?: number;
  /** The other party's error, which is sent to the caller unchanged. Then our own code is only for the program and its log. */
  readonly passedOn?: PassedOn | null;
  /** The underlying error, for the log only; never sent. */
  readonly cause?: unknown;
}

/**
 * An error with a code of the catalogue (`specs/common/problems.yaml`), which gives its status and title. Findings and texts are cut to
 * the limits of the documents, so that no answer with many or long findings breaks its document.
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

  /** The code of the catalogue's entry that explains the error: the other party's code when the catalogue has it, otherwise our own. */
  get kind(): ProblemCode {
    const code = this.shownCode;
    return Object.hasOwn(problems, code) ? (code as ProblemCode) : this.code;
  }

  /** The code that the caller reads. */
  get shownCode(): string {
    return this.passedOn?.code ?? this.code;
  }
}

/** Limits findings: names in their pointers come from the caller and may be as long as the body. A shortened path is still a JSON pointer. */
function bounded(findings: readonly FieldError[]): readonly FieldError[] {
  return findings.slice(0, maxFindings).map((finding) => {
    const { path, message } = finding;
    if (path.length <= maxFindingText && message.length <= maxFindingText) return finding;
    return { ...finding, path: cut(path, maxFindingText).replace(/~$/, ""), message: cut(message, maxFindingText) };
  });
}

/** Cuts a text, without leaving half a surrogate pair at its end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Problem NOT_FOUND, for a record that does not exist or belongs to somebody else: callers cannot tell which. `detail` names the record,
 * and alternatives that the caller may know.
 */
export function notFound(detail?: string): Problem {
  return new Problem("NOT_FOUND", detail === undefined ? {} : { detail });
}

/** Problem VALIDATION_FAILED, for a fault that the document cannot express. `detail` says what is expected. */
export function invalid(detail: string): Problem {
  return new Problem("VALIDATION_FAILED", { detail });
}

/** Problem INVALID_STATE_TRANSITION, for a valid request that the current state does not allow. `detail` says why, and what would work. */
export function conflict(detail: string): Problem {
  return new Problem("INVALID_STATE_TRANSITION", { detail });
}

/**
 * Whether an error is a refusal whose `detail` is meant for the caller. Commands print the detail and end with exit code 1. All other
 * errors are mistakes or outages of ours.
 */
export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.status < 500;
}
