import { expect } from "chai";

/** The error with which work fails. Where it does not, the test fails. */
export function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => expect.fail("It did not fail"),
    (error: Error) => error,
  );
}
