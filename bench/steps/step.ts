/** What held the event loop at a time: a request, or a part of a job. */
export interface Step {
  readonly name: string;
  /** Null for what is no request. */
  readonly status: number | null;
  readonly longestMs: number;
}
