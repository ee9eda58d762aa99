/** Every operation of every API while the database takes no writes, as in the minutes before a standby is promoted. */
import { expect } from "chai";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { whileReadOnly } from "#test/support/faults.ts";
import { deepIt } from "#test/support/runs.ts";
import { isSuccess, Judge } from "../../scripts/contract-runner/judge.ts";
import { bringTo, type Plan, type SendTo } from "../../scripts/contract-runner/plan.ts";
import { draftOf, type Received, send } from "../../scripts/contract-runner/request.ts";
import { type Unit, unitsOf } from "../../scripts/contract-runner/units.ts";
import { documentNames, documentOf, planOf } from "./support/plans.ts";

/** A request that would succeed, and was not sent. */
interface Prepared {
  readonly unit: Unit;
  readonly send: () => Promise<Received>;
}

class NotSent extends Error {}

/** One for each success of each operation in each media type. */
async function prepareAll(units: readonly Unit[], plan: Plan, baseUrl: string): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const unit of units) {
    if (!isSuccess(unit.status)) continue;
    const hold: SendTo = async (draft, other = baseUrl) => {
      prepared.push({ unit, send: () => send(other, draft) });
      throw new NotSent();
    };
    const draft = draftOf(unit, unit.examples[0]?.bytes ?? null);
    await bringTo(plan, unit)?.(draft, hold, unit).catch((error: unknown) => {
      if (!(error instanceof NotSent)) throw error;
    });
  }
  return prepared;
}

/** Of POST operations too: they look something up, or answer from memory. */
const reading = new Set(["createBrowserSession", "createAccessToken"]);

describe("on a database that takes no writes", () => {
  for (const name of documentNames()) {
    // What insurers implement is played by a sandbox, which has no database.
    if (name === "insurer") continue;
    deepIt(
      `the ${name} API reads, or answers 503 with Retry-After in its own envelope, in every operation`,
      async () => {
        const document: OpenApiDocument = documentOf(name);
        const units = unitsOf(document);
        const { plan, baseUrl, database, stop } = await (await planOf(name)).start();
        const judge = new Judge(document, plan.decode);
        /** What is wrong with an answer. */
        const faultsOf = ({ operationId, method, requestType }: Unit, received: Received): readonly string[] => {
          const type = received.headers.get("content-type");
          const isRead =
            method === "get" || reading.has(operationId) || received.headers.get("idempotency-replayed") === "true";
          if (isSuccess(received.status)) return isRead ? [] : [`answered a write with ${received.status}`];
          if (!(Number(received.headers.get("retry-after")) > 0))
            return [`answered ${received.status} without Retry-After`];
          const documented = units.find(
            (unit) =>
              unit.operationId === operationId &&
              unit.status === 503 &&
              unit.requestType === requestType &&
              type?.startsWith(unit.responseType ?? "-") === true,
          );
          return documented === undefined
            ? [`answered ${received.status} as ${type}, which is not documented`]
            : judge.answer(documented, received);
        };
        try {
          if (database === undefined) throw new Error(`The plan of ${name} does not say where its records are`);
          const prepared = await prepareAll(units, plan, baseUrl);
          expect(prepared).to.not.have.length(0);
          const answers = await whileReadOnly(database, () =>
            Promise.all(prepared.map(async ({ unit, send }) => ({ unit, received: await send() }))),
          );
          const faults = answers.flatMap(({ unit, received }) =>
            faultsOf(unit, received).map((fault) => `${unit.operationId}: ${fault}`),
          );
          expect(faults).to.deep.equal([]);
          const writes = answers.filter(({ received }) => received.status === 503);
          expect(writes).to.not.have.length(0);
        } finally {
          await stop();
        }
      },
    );
  }
});
