/** The sandbox payment page. */
import { Problem } from "#src/http/problem.ts";
import type { HandlersOf } from "../callers.ts";
import { attemptByReference, settleAttempt } from "../payments/attempts.ts";
import { pageHeaders, paymentPage } from "../presenters/payment-page.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function paymentPageHandlers({
  database,
  now,
  tokens,
}: HandlerDependencies): HandlersOf<"Sandbox payment page"> {
  const { manager } = database.dataSource;
  return {
    async showPaymentPage({ path: { reference } }) {
      const attempt = await attemptByReference(manager, reference, new Date(now()));
      const token = attempt.status === "PENDING" ? tokens.issue(reference, now()) : null;
      return { status: 200, body: paymentPage(attempt, token), headers: pageHeaders };
    },

    async settlePayment({ path: { reference }, body: { decision, token } }, { incoming }) {
      // Fetch Metadata: browsers say where a form comes from; clients that are no browsers say nothing.
      const site = incoming.headers["sec-fetch-site"];
      if ((site !== undefined && site !== "same-origin") || !tokens.isGood(token, reference, now())) {
        throw new Problem("FORBIDDEN", { detail: "This form is not valid any more. Open the payment page again." });
      }
      const attempt = await settleAttempt(database, reference, decision, now);
      return { status: 200, body: paymentPage(attempt, null), headers: pageHeaders };
    },
  };
}
