import type { HandlersOf } from "../callers.ts";
import { storeReview } from "../deliveries/deliveries.ts";
import { presentReview } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function reviewHandlers({ database: { dataSource }, now }: HandlerDependencies): HandlersOf<"Reviews"> {
  return {
    async reviewRider({ path: { customerId }, body: { deliveryId, rating, text, indicators } }) {
      const { professional = false, onTime = false, handledWithCare = false } = indicators ?? {};
      const review = {
        customerId,
        deliveryId,
        rating,
        text: text ?? null,
        professional,
        onTime,
        handledWithCare,
        createdAt: new Date(now()),
      };
      await storeReview(dataSource.manager, review);
      return { status: 201, body: presentReview(review) };
    },
  };
}
