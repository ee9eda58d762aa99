/** Checkout, and where payments stand. */
import type { Schemas } from "#generated/ordering/contract.ts";
import type { CallBase } from "#src/contract/types.ts";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { idempotently, replayedHeader } from "#src/http/idempotency.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlersOf } from "../callers.ts";
import { attemptByReference } from "../payments/attempts.ts";
import { placeOrder } from "../payments/checkout.ts";
import { presentAttempt, presentCheckout } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export interface PaymentDependencies extends HandlerDependencies {
  readonly proxies: TrustedProxies;
}

export function paymentHandlers({ database, now, proxies }: PaymentDependencies): HandlersOf<"Payments"> {
  const { manager } = database.dataSource;
  return {
    async checkout({ body, headers }, call) {
      const request = {
        owner: body.customerId,
        environment: "live",
        operation: call.operationId,
        key: headers["idempotency-key"],
        request: body,
      };
      const answer = await inTransaction(database, ({ manager, client }) =>
        idempotently<Schemas["Checkout"]>(
          client,
          request,
          async () => {
            const order = await placeOrder(manager, body, now);
            return { status: 201, body: presentCheckout(order, pageAddress(call, proxies, order.reference)) };
          },
          { now },
        ),
      );
      return answer.replayed
        ? { status: 200, body: answer.body, headers: replayedHeader }
        : { status: 201, body: answer.body };
    },

    async getPaymentAttempt({ path: { reference } }) {
      return { status: 200, body: presentAttempt(await attemptByReference(manager, reference, new Date(now()))) };
    },
  };
}

/** The page's address as this caller reaches us: beside the address that was called, wherever the API is mounted. */
function pageAddress({ incoming }: CallBase, proxies: TrustedProxies, reference: string): string {
  const { url = "" } = incoming;
  const mount = url.slice(0, url.indexOf("/api/v1/payments/checkout"));
  return `${originOf(incoming, proxies) ?? ""}${mount}/pay/${reference}`;
}
