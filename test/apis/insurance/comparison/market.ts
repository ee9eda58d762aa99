/** A market of insurers that answer whatever a test says, over real HTTP, and count what they are asked. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { IndicativeQuoteRequest } from "#src/apis/insurance/comparison/indicative-quotes.ts";
import { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { aListedProduct, anInsurersQuote } from "#test/builders/insurance/answers.ts";
import { LocalServer } from "#test/support/local-server.ts";

export type Question = "config" | "form" | "quote";

/** What an insurer says in place of its usual answer; undefined keeps the connection open and says nothing. */
export type Mood = (question: Question, productId: string) => { status: number; body: unknown } | "silence" | null;

export interface Asked {
  readonly insurerId: string;
  readonly question: Question;
  readonly productId: string;
  readonly key: string | undefined;
  readonly body: Schemas["QuoteRequest"] | null;
}

export const fields: Schemas["FormField"][] = [
  { fieldId: "sumInsured", type: "number", label: "How much?", required: true },
];

export const aQuoteRequest: IndicativeQuoteRequest = {
  inputs: { sumInsured: 100, plan: "plus" },
  sale: { country: null, currency: null, channel: null },
  key: undefined,
};

export class Market extends LocalServer {
  readonly asked: Asked[] = [];
  /** Set by tests, by insurer. */
  readonly moods = new Map<string, Mood>();
  /** What a product costs, in minor units; 1,000 where nothing is set. */
  readonly prices = new Map<string, number>();
  /** When quotes of this market expire, in milliseconds since the epoch. */
  expiresAt = Date.UTC(2099, 0);
  readonly #clients = new Map<string, InsurerClient>();

  constructor() {
    super((request, response) => this.#answer(request, response));
  }

  override async stop(): Promise<void> {
    for (const client of this.#clients.values()) client.close();
    await super.stop();
  }

  /** Lets these insurers, and no others, be asked. */
  open(insurerIds: readonly string[]): { all: () => Promise<InsurerClient[]> } {
    const clients = insurerIds.map((id) => {
      const known = this.#clients.get(id);
      const baseUrl = `${this.origin}/${id}`;
      const access = { id, name: id, baseUrl, credential: "token", redirectHosts: [] };
      const client = known ?? new InsurerClient(access, { wait: async () => {} });
      this.#clients.set(id, client);
      return client;
    });
    return { all: async () => clients };
  }

  /** Who was asked for quotes or their forms. */
  quoting(): Set<string> {
    return new Set(this.asked.filter(({ question }) => question !== "config").map(({ insurerId }) => insurerId));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, insurerId = "", kind, given = "", forms] = (request.url ?? "").split("/");
    const body = kind === "quotes" ? (JSON.parse(await text(request)) as Schemas["QuoteRequest"]) : null;
    const question = body !== null ? "quote" : forms === undefined ? "config" : "form";
    const productId = body?.productId ?? given;
    this.asked.push({ insurerId, question, productId, key: request.headers["idempotency-key"] as string, body });
    const mood = this.moods.get(insurerId)?.(question, productId) ?? null;
    if (mood === "silence") return;
    const usual = { config: this.#config(productId), form: this.#form(productId), quote: body && this.#quote(body) };
    const { status, body: answer } = mood ?? { status: question === "quote" ? 201 : 200, body: usual[question] };
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  }

  #config(productId: string): Schemas["ConfiguredProduct"] {
    const product = aListedProduct({ productId });
    const coverages = [{ code: "THEFT", name: "Theft", included: true, limit: null, deductible: null }];
    return { product, config: { coverages, attributes: [], choices: [], contexts: ["new_business"] } };
  }

  #form(productId: string): Schemas["Form"] {
    return { formId: `${productId}.form`, formVersion: 1, context: "new_business", productId, fields };
  }

  #quote({ productId, formId, formVersion }: Schemas["QuoteRequest"]): Schemas["Quote"] {
    return anInsurersQuote(this.prices.get(productId) ?? 1_000, {
      ...{ quoteId: `quo-${this.asked.length}`, productId, formId, formVersion },
      expiresAt: new Date(this.expiresAt).toISOString(),
    });
  }
}
