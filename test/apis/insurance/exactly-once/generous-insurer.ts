/**
 * An insurer that sells a quote as often as new keys ask for it, in the protocol's words, so that whatever would collect a
 * premium twice is found out. It knows a key again, as the protocol wants it.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { anInsurersError, anInsurersPolicy } from "#test/builders/insurance/answers.ts";

/** What it does with one request. */
export type Behaviour =
  | "sells"
  /** The connection breaks; nothing was done. */
  | "loses-request"
  /** Sold, and the connection breaks. */
  | "loses-answer"
  /** Sold, and nothing is heard of it. */
  | "hangs"
  /** 500, and nothing was done. */
  | "fails"
  /** 422, unless it has sold under this key. */
  | "refuses"
  /** The same with 409: the quote has expired. */
  | "finds-it-expired"
  /** 401, whatever it has sold: it refuses us, not the purchase. */
  | "locks-out";

export class GenerousInsurer {
  /** For the next requests; then it sells. */
  script: Behaviour[] = [];
  readonly #sold = new Map<string, Schemas["Purchase"]>();

  /** What it sold of a quote. */
  soldOf(quoteId: string): Schemas["Purchase"][] {
    return [...this.#sold.values()].filter((purchase) => purchase.quoteId === quoteId);
  }

  /** Answers `POST /purchases`. */
  readonly serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const behaviour = this.script.shift() ?? "sells";
    const key = String(request.headers["idempotency-key"]);
    const asked = JSON.parse(await text(request)) as Schemas["PurchaseRequest"];
    if (behaviour === "loses-request") return void response.destroy();
    if (behaviour === "locks-out") return answer(response, 401, anInsurersError("TOKEN_EXPIRED"));
    if (behaviour === "fails") return answer(response, 500, anInsurersError("INTERNAL_ERROR"));
    if (behaviour === "refuses" && !this.#sold.has(key)) return answer(response, 422, anInsurersError("RISK_DECLINED"));
    if (behaviour === "finds-it-expired" && !this.#sold.has(key))
      return answer(response, 409, anInsurersError("QUOTE_EXPIRED"));
    const sold = this.#sold.get(key) ?? purchaseOf(asked);
    this.#sold.set(key, sold);
    if (behaviour === "loses-answer") return void response.destroy();
    if (behaviour !== "hangs") answer(response, 201, sold);
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function purchaseOf({ quoteId, transactionId, payment, startDate }: Schemas["PurchaseRequest"]): Schemas["Purchase"] {
  const policy = anInsurersPolicy({ status: "PENDING", premium: payment, startDate });
  const { purchaseId } = policy;
  return { purchaseId, quoteId, transactionId, payment, createdAt: new Date().toISOString(), policy };
}
