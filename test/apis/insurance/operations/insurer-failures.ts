/** What merchants are told when an insurer fails, whatever it was asked. */
import { expect } from "chai";
import { expectProblem } from "./refusals.ts";
import { refusing } from "./selling.ts";
import type { Answer, InsuranceServer, Merchant, Problem } from "./server.ts";

export interface FailingCall {
  readonly server: InsuranceServer;
  readonly insurerId: string;
  /** The insurer's operation that fails, for example `/^POST \/uploads$/`. */
  readonly call: RegExp;
  /** Sends a request of a new merchant that reaches the insurer. */
  readonly send: (merchant: Merchant) => Promise<Answer<Problem>>;
}

const failures = [
  ["4XX", refusing(418, "INS_NOT_TODAY"), 418, "INS_NOT_TODAY"],
  ["5XX", refusing(500, "INS_BATCH_RUNNING"), 500, "INS_BATCH_RUNNING"],
  ["502", "drop", 502, "INSURER_UNREACHABLE"],
  ["502", "oversized", 502, "INSURER_ANSWER_INVALID"],
  ["504", "slow", 504, "INSURER_TIMEOUT"],
] as const;

/** 4XX, 5XX, 502 and 504. */
export function passesOnFailures({ server, insurerId, call, send }: FailingCall): void {
  describe("when the insurer fails", () => {
    for (const [documented, trouble, status, code] of failures) {
      it(`answers ${documented}: ${code}`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        const end = server.gateway.trouble({ insurerId, call, with: trouble });
        const answer = await send(merchant).finally(end);
        expectProblem(answer, status, code);
        const { details, detail } = answer.body;
        if (!code.startsWith("INS_")) expect(details).to.deep.equal({ providerId: insurerId });
        else {
          expect(details).to.deep.equal({ providerId: insurerId, providerCorrelationId: "ins-7f3a90c2" });
          expect(detail).to.equal("Not as you wish.");
        }
      });
    }
  });
}
