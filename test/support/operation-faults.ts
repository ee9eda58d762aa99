/** What is true of the operations of every API when the database fails them: one `describe` per status. */
import { expect } from "chai";
import type { Answer, ApiServer } from "./api-server.ts";

export type ExpectRefusal = (answer: Answer<unknown>, status: number, code: string) => void;

export interface FaultyOperation {
  readonly server: ApiServer;
  /** Makes all that a request needs, and returns how to send it so that it gets through. */
  readonly aSender: () => Promise<() => Promise<Answer<unknown>>>;
  /** A table that the operation cannot do without. */
  readonly table: string;
  readonly expectRefusal: ExpectRefusal;
}

/** The request was good; that what it asks for does not exist, or is not served yet, is another matter. */
export function gotThrough({ status, body }: Answer<unknown>): boolean {
  return status < 300 || status === 501 || (body as { readonly code?: string }).code === "NOT_FOUND";
}

/** 500 and 503: mistakes and passing trouble are kept apart, and the operation recovers from both. */
export function recoversFromFaults({ server, aSender, table, expectRefusal }: FaultyOperation): void {
  describe("500", () => {
    it("answers a mistake of ours without its particulars, and does nothing", async () => {
      const send = await aSender();
      const answer = await server.whileMissing(table, send);
      expectRefusal(answer, 500, "INTERNAL_ERROR");
      expect(answer.bytes.toString()).to.not.include(table);
      expect(await send()).to.satisfy(gotThrough);
    });
  });

  describe("503", () => {
    it("asks for a retry while the database is away, and succeeds when it is back", async () => {
      const send = await aSender();
      const answer = await server.whileAway(send);
      expectRefusal(answer, 503, "OVERLOADED");
      expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 60);
      expect(await send()).to.satisfy(gotThrough);
    });
  });
}
