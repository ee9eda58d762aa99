/** Checkout, and where payments stand. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/ordering/contract.ts";
import type { CallBase } from "#src/contract/types.ts";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { idempotently, replayedHeader } from "#src/http/idempotency.ts";
import { originForm } from "#src/http/request-target.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlersOf } from "../callers.ts";
import type { OpenAttempt } from "../entities.ts";
import { attemptByReference, retryPayment } from "../payments/attempts.ts";
import { placeOrder } from "../payments/checkout.ts";
import { presentAttempt, presentCheckout } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function paymentHandlers({ database, now, proxies }: HandlerDependencies): HandlersOf<"Payments"> {
  const { manager } = database.dataSource;
  /** Opens an attempt once for each key of a customer. */
  const once = async (
    call: CallBase,
    body: { readonly customerId: string },
    key: string | undefined,
    open: (manager: EntityManager) => Promise<OpenAttempt>,
  ) => {
    const { operationId: operation } = call;
    const request = { owner: body.customerId, environment: "live", operation, key, request: body };
    const answer = await inTransaction(database, ({ manager, client }) =>
      idempotently<Schemas["Checkout"]>(
        client,
        request,
        async () => {
          const attempt = await open(manager);
          return { status: 201, body: presentCheckout(attempt, pageAddress(call, proxies, attempt.reference)) };
        },
        { now },
      ),
    );
    return answer.replayed
      ? { status: 200 as const, body: answer.body, headers: replayedHeader }
      : { status: 201 as const, body: answer.body };
  };
  return {
    async checkout({ body, headers }, call) {
      return await once(call, body, headers["idempotency-key"], (manager) => placeOrder(manager, body, now));
    },

    async createPaymentAttempt({ body, headers }, call) {
      return await once(call, body, headers["idempotency-key"], (manager) => retryPayment(manager, body, now));
    },

    async getPaymentAttempt({ path: { reference } }) {
      return { status: 200, body: presentAttempt(await attemptByReference(manager, reference, new Date(now()))) };
    },
  };
}

/** The page's address as this caller reaches us: beside the address that was called, wherever the API is mounted. */
function pageAddress({ incoming }: CallBase, proxies: TrustedProxies, reference: string): string {
  const target = originForm(incoming.url ?? "/");
  const mount = target.slice(0, target.indexOf("/api/v1/payments/"));
  return `${originOf(incoming, proxies) ?? ""}${mount}/pay/${reference}`;
}
