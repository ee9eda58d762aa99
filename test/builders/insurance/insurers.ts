/** Insurers to call over real HTTP: the sandbox, and servers that say whatever a test wants. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type CallOptions, type ClientOptions, InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { type Failure, InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { Asked, Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { type RunningSandbox, startSandboxInsurers } from "#src/sandbox/insurers/server.ts";
import { failureOf as errorOf } from "#test/support/failure-of.ts";
import { type Answering, LocalServer } from "#test/support/local-server.ts";

/** A sandbox whose clock a test may move. */
export class Sandbox {
  #running: RunningSandbox | null = null;
  readonly #clients: InsurerClient[] = [];
  /** How far its clock is ahead (ms). */
  aheadMs = 0;

  async start(journal: string | null = null): Promise<void> {
    this.#running = await startSandboxInsurers({ port: 0, journal, now: () => Date.now() + this.aheadMs });
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.close();
    await this.#running?.close();
  }

  get #started(): RunningSandbox {
    if (this.#running === null) throw new Error("the sandbox does not run");
    return this.#running;
  }

  get url(): string {
    return this.#started.url;
  }

  get insurers(): RunningSandbox["insurers"] {
    return this.#started.insurers;
  }

  client(id: string, dependencies: ClientOptions = {}): InsurerClient {
    const insurer = this.insurers.find((candidate) => candidate.id === id);
    if (insurer === undefined) throw new Error(`there is no insurer ${id}`);
    const client = new InsurerClient(insurer, { wait: async () => {}, ...dependencies });
    this.#clients.push(client);
    return client;
  }
}

export const options: CallOptions = { requestId: "req_test" };

/** Accident cover, which every insurer sells. */
export function aQuoteCall(changes: Partial<Schemas["QuoteRequest"]> = {}): Asked<"createQuote"> {
  const body: Schemas["QuoteRequest"] = {
    productId: "personal-accident",
    formId: "personal-accident.new_business",
    formVersion: 1,
    context: "new_business",
    configuration: { plan: "plus" },
    inputs: { holderName: "Ada Byrne", dateOfBirth: "1990-04-12", sumInsured: 2_500_000 },
    sale: { country: "NG", currency: "NGN", channel: "MOBILE" },
    indicative: false,
    ...changes,
  };
  return { body, idempotencyKey: randomUUID() };
}

export function aPurchaseCall(
  { quoteId, total }: Schemas["Quote"],
  changes: Partial<Schemas["PurchaseRequest"]> = {},
): Asked<"createPurchase"> {
  const body: Schemas["PurchaseRequest"] = {
    quoteId,
    transactionId: `tx-${randomUUID()}`,
    customer: { firstName: "Ada", lastName: "Byrne", email: "ada@example.org" },
    payment: total,
    beneficiaries: [{ name: "Charles Byrne", relationship: "SPOUSE", sharePercent: 100 }],
    consents: [{ code: "TERMS", accepted: true }],
    startDate: "2099-01-01",
    sale: {},
    ...changes,
  };
  return { body, idempotencyKey: randomUUID() };
}

export async function aPolicy(client: InsurerClient): Promise<Schemas["Policy"]> {
  const quote = await client.call("createQuote", aQuoteCall(), options);
  const purchase = await client.call("createPurchase", aPurchaseCall(quote), options);
  return purchase.policy;
}

/** How a call failed. Throws when it did not, or failed in a way that callers are not told of. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await errorOf(call);
  if (error instanceof InsurerFailure) return error.failure;
  throw error;
}

/** An insurer that answers as the test says, and counts. */
export class ScriptedInsurer extends LocalServer {
  requests = 0;
  lastHeaders: IncomingMessage["headers"] = {};
  answer: Answering = (_, response) => response.end();
  #client: InsurerClient | null = null;

  constructor() {
    super((request, response) => {
      this.requests++;
      this.lastHeaders = request.headers;
      this.answer(request, response);
    });
  }

  client(dependencies: ClientOptions = {}): InsurerClient {
    this.#client?.close();
    this.#client = new InsurerClient(
      {
        id: "scripted",
        name: "Scripted",
        baseUrl: this.origin,
        credential: "token",
        redirectHosts: [new URL(this.origin).host],
      },
      { wait: async () => {}, ...dependencies },
    );
    return this.#client;
  }

  answerJson(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.answer = (_, response) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
    };
  }

  override async stop(): Promise<void> {
    this.#client?.close();
    await super.stop();
  }
}
