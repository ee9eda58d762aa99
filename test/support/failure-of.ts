import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";

/** The error with which work fails. Where it does not, the test fails. */
export function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail("It did not fail"),
    (error: Error) => error,
  );
}

/** The problem with which work is refused. Where it is done, or fails otherwise, the test fails. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await failureOf(work);
  if (error instanceof Problem) return error;
  throw error;
}
