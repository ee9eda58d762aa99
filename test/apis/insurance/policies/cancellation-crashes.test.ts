/** A process dies while it cancels a policy; the business sends its request again, to another process. */

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { insurerOperations } from "#src/apis/insurance/insurer-operations.ts";
import { Insurers } from "#src/apis/insurance/insurers/registry.ts";
import {
  type FaultPoint,
  faultPoints,
  type IntentDependencies,
  Interruption,
} from "#src/apis/insurance/intents/dependencies.ts";
import { settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import { cancelPolicy } from "#src/apis/insurance/policies/cancellation.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { cancellationsOf, newsOf, storedPolicy } from "#test/apis/insurance/operations/policies.ts";
import { countOf, withKey } from "#test/apis/insurance/operations/selling.ts";
import { type BoughtPolicy, InsuranceServer } from "#test/builders/insurance/server.ts";
import { silent } from "#test/support/postgres.ts";
import { renewed } from "#test/support/renewed.ts";

const why = { reason: "NO_LONGER_NEEDED" } as const;

describe("a cancellation whose process dies", () => {
  const server = new InsuranceServer();
  let insurers: Insurers;
  before(async () => {
    await server.start();
    insurers = new Insurers(server.database, server.masterKey);
  });
  after(async () => {
    insurers.close();
    await server.stop();
  });

  const merchant = renewed(() => server.aMerchant({ sells: [] }));

  function dependenciesOf(liveness: LivenessLock, now: () => number, dieAt?: FaultPoint): IntentDependencies {
    const faultPoint = (point: FaultPoint) => {
      if (point === dieAt) throw new Interruption();
    };
    const { database } = server;
    return {
      database,
      liveness,
      claims: new Set<string>(),
      insurers,
      operations: insurerOperations,
      log: silent,
      now,
      faultPoint,
    };
  }

  /** The same as the handler does, in a process that dies at the point. */
  async function dyingAt(point: FaultPoint, policy: BoughtPolicy, idempotencyKey: string | undefined): Promise<void> {
    const liveness = new LivenessLock(server.database.pool, silent);
    const intents = dependenciesOf(liveness, Date.now, point);
    const call = { ...merchant, idempotencyKey, requestId: "req_dying" };
    const death = await cancelPolicy({ intents }, policy, why, call).catch((error: unknown) => error);
    await liveness.close();
    expect(death, point).to.be.instanceOf(Interruption);
  }

  const cancel = ({ path }: BoughtPolicy, key: string) =>
    server.post<Schemas["CancellationResult"]>(`${path}/cancel`, why, withKey(merchant, key));

  const keysAt = ({ providerId, policyId }: BoughtPolicy) => {
    const calls = server.gateway
      .calls(providerId, /^POST .*\/cancellation$/)
      .filter(({ call }) => call.includes(policyId));
    return [...new Set(calls.map(({ idempotencyKey }) => idempotencyKey))];
  };

  async function expectOneCancellation(policy: BoughtPolicy, event: string, point: FaultPoint): Promise<void> {
    expect(keysAt(policy), point).to.have.length(1);
    expect(await cancellationsOf(server, merchant, policy), point).to.have.length(1);
    const news = await newsOf(server, merchant, policy);
    expect(
      news.map(({ type }) => type),
      point,
    ).to.deep.equal([event]);
    expect(await countOf(server, "insurer_intents", merchant), point).to.equal(0);
  }

  const reached = faultPoints.filter((point) => !["failed", "withdrawing", "released"].includes(point));
  for (const [providerId, event, status] of [
    ["aegis", "policy.cancelled", "CANCELLED"],
    ["borealis", "policy.cancellation_requested", "CANCELLATION_REQUESTED"],
  ] as const) {
    for (const point of reached)
      it(`${point}: ends with one ${event} when the request is sent again with its key`, async () => {
        const policy = await server.aPolicy(merchant, providerId);
        const key = randomUUID();
        await dyingAt(point, policy, key);
        const again = await cancel(policy, key);
        expect(again.status).to.equal(200);
        expect(again.headers.has("idempotency-replayed")).to.equal(point === "committed");
        const [record] = await cancellationsOf(server, merchant, policy);
        expect(again.body.cancellation.cancellationId).to.equal(record?.cancellationId);
        expect((await storedPolicy(server, merchant, policy)).status).to.equal(status);
        await expectOneCancellation(policy, event, point);
      });
  }

  it("ends by itself, too: the settlement job finds out, and the business hears of it", async () => {
    const policy = await server.aPolicy(merchant);
    await dyingAt("called", policy, undefined);
    expect(await newsOf(server, merchant, policy)).to.deep.equal([]);
    const liveness = new LivenessLock(server.database.pool, silent);
    await settleOpenIntents(dependenciesOf(liveness, () => Date.now() + 60_000));
    await liveness.close();
    await expectOneCancellation(policy, "policy.cancelled", "called");
  });

  it("is told once, also when the policy is read before the request is sent again", async () => {
    const policy = await server.aPolicy(merchant, "borealis");
    const key = randomUUID();
    await dyingAt("called", policy, key);
    await server.must(server.get(policy.path, merchant.key));
    await server.must(cancel(policy, key));
    await expectOneCancellation(policy, "policy.cancellation_requested", "called");
  });

  it("is not put back under review when the review has ended meanwhile", async () => {
    const policy = await server.aPolicy(merchant, "borealis");
    const key = randomUUID();
    await dyingAt("called", policy, key);
    server.sandbox.aheadMs = 61_000;
    await server.must(server.get(policy.path, merchant.key));
    const { outcome } = await server.must<Schemas["CancellationResult"]>(cancel(policy, key));
    server.sandbox.aheadMs = 0;
    expect(outcome, "what the insurer answered").to.equal("UNDER_REVIEW");
    expect((await storedPolicy(server, merchant, policy)).status).to.equal("CANCELLED");
    await expectOneCancellation(policy, "policy.cancelled", "called");
  });
});
