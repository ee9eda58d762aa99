/** Where tests may stop the way of a request: between any two things that last. */

export const faultPoints = [
  /** Nothing has happened. */
  "looked",
  /** In the transaction that records the intent, before its commit. */
  "recording",
  /** The intent is on record, or taken over, and claimed; the insurer has not been asked. */
  "claimed",
  /** The insurer has done it. */
  "called",
  /** In the transaction that records the answer, before its commit. */
  "committing",
  /** The answer is on record and has not been given. */
  "committed",
  /** The insurer has refused, or nobody knows. */
  "failed",
  /** In the transaction that removes the intent, before its commit. */
  "withdrawing",
  /** The intent is removed, or free for another try. */
  "released",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

/** Ends the way where it is thrown, as a kill would: nothing is tidied up. */
export class Interruption extends Error {
  constructor(message = "interrupted") {
    super(message);
    this.name = "Interruption";
  }
}
