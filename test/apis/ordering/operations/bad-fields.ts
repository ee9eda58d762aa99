import { expect } from "chai";
import { expectProblem } from "#test/support/refusals.ts";
import type { OrderingServer } from "./server.ts";

/** One field that is wrong: the pointer of the finding, and the change that leads to it. */
export type BadField = readonly [pointer: string, change: Readonly<Record<string, unknown>>];

export interface BodyOperation {
  readonly server: OrderingServer;
  readonly path: string | (() => string);
  /** A body that gets through. */
  readonly body: () => Promise<object>;
  readonly badFields: readonly BadField[];
}

/** 400 of an operation that takes JSON, one test for each bad field. */
export function refusesBadFields({ server, path: given, body, badFields }: BodyOperation): void {
  const path = () => (typeof given === "string" ? given : given());
  describe("400", () => {
    for (const [pointer, change] of badFields) {
      it(`finds what is wrong at ${pointer}: ${JSON.stringify(change).slice(0, 80)}`, async () => {
        const answer = await server.post(path(), { ...(await body()), ...change });
        expectProblem(answer, 400, "VALIDATION_FAILED");
        expect(new Set(answer.body.fieldErrors.map((finding) => finding.path))).to.deep.equal(new Set([pointer]));
      });
    }
  });
}
