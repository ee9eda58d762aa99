/** Requests for quotes, what insurers answer in place of their own, and what is on record of a merchant. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import type { Schemas as InsurerSchemas } from "#src/apis/insurance/insurers/protocol.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { anInsurersError } from "#test/builders/insurance/answers.ts";
import type { Answer, Headers, InsuranceServer, Merchant, Problem } from "#test/builders/insurance/server.ts";

export function withKey({ key }: Merchant, idempotencyKey?: string): Headers {
  return { ...key, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }) };
}

export function askForQuote<T = Problem>(
  server: InsuranceServer,
  merchant: Merchant,
  body: object,
  idempotencyKey?: string,
): Promise<Answer<T>> {
  return server.post<T>("/quotes", body, withKey(merchant, idempotencyKey));
}

/** That asking for a quote has left no trace. */
export async function expectNothingKept(server: InsuranceServer, merchant: Tenant): Promise<void> {
  expect(await countOf(server, "insurance_quotes", merchant)).to.equal(0);
  expect(await countOf(server, "insurer_intents", merchant)).to.equal(0);
  expect(await eventsOf(server, merchant)).to.deep.equal([]);
}

/** How many records of a tenant a table holds. */
export async function countOf(
  { database }: InsuranceServer,
  table: "fetched_forms" | "insurance_kept_files" | "insurance_quotes" | "insurer_intents",
  { businessId, environment }: Tenant,
): Promise<number> {
  const { rowCount } = await database.pool.query(`SELECT FROM ${table} WHERE business_id = $1 AND environment = $2`, [
    businessId,
    environment,
  ]);
  return rowCount ?? 0;
}

/** For `gateway.trouble`: an answer in place of the insurer's. */
export function answering(status: number, body: object) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}

/** The same for a refusal with a code of the insurer's own. */
export function refusing(status: number, code: string, fieldErrors: InsurerSchemas["FieldError"][] = []) {
  return answering(status, anInsurersError(code, { fieldErrors }));
}

export interface SentEvent {
  readonly type: string;
  readonly resource: {
    readonly type: string;
    readonly providerId: string;
    readonly id: string;
    readonly version: number;
  };
  readonly data: unknown;
}

/** Events of a tenant, oldest first. */
export async function eventsOf(
  { database }: Pick<InsuranceServer, "database">,
  { businessId, environment }: Tenant,
): Promise<SentEvent[]> {
  const { rows } = await database.pool.query<{ body: string }>(
    "SELECT body FROM webhook_events WHERE owner_id = $1 AND environment = $2 ORDER BY id",
    [businessId, environment],
  );
  return rows.map(({ body }) => JSON.parse(body) as SentEvent);
}
