import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import fc from "fast-check";
import { anInsurersError } from "#test/builders/insurance/answers.ts";
import {
  type Answer,
  aQuoteRequest,
  insuranceServer,
  type Merchant,
  type Problem,
} from "#test/builders/insurance/server.ts";
import { runs } from "#test/support/runs.ts";

/** What an insurer may have put in the place of anything. */
const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...["", " ", "\0", "\ud800", "../..", "x".repeat(300), "\u{1f600}".repeat(512), "__proto__"],
  ),
  fc.constantFrom<unknown>(...[-1, 0, 0.5, 1e12, 1e12 + 1, 2 ** 53, 1e308, null, true, [], {}]),
  fc.constantFrom<unknown>(...["0000-01-01", "1000-01-01", "2999-12-31", "9999-12-31", "2026-02-30", "+010000-01-01"]),
  fc.constantFrom<unknown>(...["1000-01-01T00:00:00+23:59", "2999-12-31T23:59:59-23:59", "2026-12-31T23:59:60Z"]),
  fc.constantFrom<unknown>(...["CANCELLED", "EXPIRED", "ACTIVE", "inline", "redirect", "remote_choice", "text"]),
);

const statuses = fc.constantFrom(
  ...[200, 201, 204, 299, 304, 399, 400, 401, 404, 409, 413, 422, 429, 500, 599, 600, 999],
);

/** How an answer is changed on its way. */
interface Change {
  /** Null: as it was. From 400 on, the answer is an error. */
  readonly status: number | null;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** Which of all members and items. */
  readonly at: number;
  readonly what: "set" | "drop" | "repeat";
  readonly value: unknown;
  readonly times: number;
}

const edits = fc.record({
  at: fc.nat(),
  what: fc.constantFrom("set", "set", "drop", "repeat"),
  value: hostile,
  times: fc.integer({ min: 2, max: 60 }),
});
const changes: fc.Arbitrary<Change> = fc.record({
  status: fc.option(statuses, { freq: 2 }),
  edits: fc.array(edits, { maxLength: 3 }),
});

const refusal = anInsurersError("INS_NO");

type Json = Record<string, unknown> | unknown[];

/** Every member and item, however deep: where it is, and under what name. */
function* placesIn(value: unknown): Generator<readonly [Json, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [value as Json, name];
    yield* placesIn(inner);
  }
}

function changed(answer: unknown, { edits }: Change): unknown {
  for (const { at, what, value, times } of edits) {
    const places = [...placesIn(answer)];
    const [holder, name] = places[at % Math.max(places.length, 1)] ?? [];
    if (holder === undefined || name === undefined) continue;
    const members = holder as Record<string, unknown>;
    if (what === "set") members[name] = value;
    else if (what === "drop") delete members[name];
    else if (Array.isArray(members[name])) members[name] = members[name].flatMap((item) => Array(times).fill(item));
  }
  return answer;
}

describe("an insurer that may answer anything", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000, quotaInsuranceRequests: 1_000_000 });

  /** Has the insurer do its work, and changes what it says about it. */
  const changing = (change: Change) => async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url = "", headers } = request;
    const kept = ["authorization", "content-type", "idempotency-key"].flatMap((name): [string, string][] =>
      typeof headers[name] === "string" ? [[name, headers[name]]] : [],
    );
    const body = method === "GET" ? {} : { body: JSON.stringify(await json(request)) };
    const answer = await fetch(`${server.sandbox.url}${url}`, { method, headers: Object.fromEntries(kept), ...body });
    const status = change.status ?? answer.status;
    const said = status < 400 ? await answer.json() : { ...refusal };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(changed(said, change)));
  };

  const file = { providerId: "aegis", purpose: "REPORT", filename: "a.pdf", mediaType: "application/pdf", bytes: 9 };
  const configuration = aQuoteRequest().configuration;
  const comparison = { productType: "PERSONAL_ACCIDENT", providerIds: ["aegis"], quotes: true, inputs: configuration };

  /** Requests that an insurer has a word in. */
  const requests: Readonly<Record<string, (merchant: Merchant) => Promise<Answer<unknown>>>> = {
    getProduct: ({ key }) => server.get("/products/aegis/personal-accident", key),
    getForm: ({ key }) => server.get("/products/aegis/motor-comprehensive/form?context=new_business", key),
    listFieldOptions: async ({ key }) => {
      const requestBody = { fieldId: "vehicleMake", query: "to" };
      return server.post("/forms/aegis/motor-comprehensive.new_business/1/options", requestBody, key);
    },
    reserveUpload: ({ key }) => server.post("/uploads", file, key),
    compareProducts: ({ key }) => server.post("/compare", comparison, key),
    createQuote: ({ key }) => server.post("/quotes", aQuoteRequest(), key),
    createPurchase: async (merchant) =>
      server.post("/purchases", server.aPurchaseRequest(await server.aQuote(merchant)), merchant.key),
  };
  const ofPolicies: Readonly<Record<string, (path: string, merchant: Merchant) => Promise<Answer<unknown>>>> = {
    getPolicy: (path, { key }) => server.get(path, key),
    listPolicyDocuments: (path, { key }) => server.get(`${path}/documents`, key),
    downloadPolicyDocument: (path, { key }) => server.get(`${path}/documents/inline`, key),
    cancelPolicy: (path, { key }) => server.post(`${path}/cancel`, { reason: "OTHER" }, key),
  };

  async function survives(merchant: Merchant, send: () => Promise<Answer<unknown>>, change: Change): Promise<void> {
    const end = server.gateway.trouble({ insurerId: "aegis", call: /./, with: changing(change) });
    const answer = await send().finally(end);
    if (answer.status >= 400) {
      const { code, status, correlationId } = answer.body as Problem;
      expect(code).to.not.equal("INTERNAL_ERROR");
      expect([status, correlationId]).to.deep.equal([answer.status, answer.headers.get("x-request-id")]);
    }
    for (const list of ["/quotes", "/purchases", "/policies"]) {
      const { items } = await server.must(server.get<{ readonly items: unknown[] }>(list, merchant.key));
      expect(items).to.be.an("array");
    }
  }

  for (const [operation, send] of Object.entries(requests))
    it(`is told of without a fault of ours, by ${operation}`, async () => {
      const merchant = await server.aSeller([
        { providerId: "aegis", productId: "personal-accident" },
        { providerId: "aegis", productId: "motor-comprehensive" },
      ]);
      await fc.assert(
        fc.asyncProperty(changes, (change) => survives(merchant, () => send(merchant), change)),
        { numRuns: runs(40) },
      );
    });

  for (const [operation, send] of Object.entries(ofPolicies))
    it(`is told of without a fault of ours, by ${operation}`, async () => {
      const merchant = await server.aMerchant({ sells: [] });
      await fc.assert(
        fc.asyncProperty(changes, async (change) => {
          const { path } = await server.aPolicy(merchant);
          await survives(merchant, () => send(path, merchant), change);
        }),
        { numRuns: runs(40) },
      );
    });
});
