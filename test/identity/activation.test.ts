import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { Problem } from "#src/http/problem.ts";
import { activationChecklist, completeActivationStep, refuseOpenSteps } from "#src/identity/activation.ts";
import { activateBusiness, businessBySlug, updateProfile } from "#src/identity/businesses.ts";
import type { Business } from "#src/identity/entities.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { aBusiness, anApiKey } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";

const profile = { country: "NG", contactEmail: "ops@acme.example" };
const first = new Date("2026-01-01T00:00:00.000Z");
const later = new Date("2026-01-02T00:00:00.000Z");

describe("the checklist of production activation", () => {
  const database = testDatabase({ as: "owner" });

  const checklistOf = ({ id }: Pick<Business, "id">) => activationChecklist(database.pool, id);
  const completedOf = async (business: Business) =>
    Object.fromEntries((await checklistOf(business)).map(({ step, completedAt }) => [step, completedAt]));

  it("is open in every step for a new business, in the order of the steps", async () => {
    expect(await checklistOf(await aBusiness(database))).to.deep.equal(
      ["BUSINESS_PROFILE", "TEST_PURCHASE", "WEBHOOK_TEST", "OPERATOR_APPROVAL"].map((step) => ({
        step,
        completedAt: null,
      })),
    );
  });

  it("keeps the first time of a step, also when many complete it at once", async () => {
    const business = await aBusiness(database);
    await completeActivationStep(database.pool, business.id, "TEST_PURCHASE", first);
    await Promise.all(
      Array.from({ length: 20 }, () => completeActivationStep(database.pool, business.id, "TEST_PURCHASE", later)),
    );
    expect(await completedOf(business)).to.include({ TEST_PURCHASE: first.toISOString(), WEBHOOK_TEST: null });
  });

  it("writes nothing for a step that was completed before", async () => {
    const business = await aBusiness(database);
    await completeActivationStep(database.pool, business.id, "TEST_PURCHASE", first);
    const transactionId = await inTransaction(database, async ({ client }) => {
      await completeActivationStep(client, business.id, "TEST_PURCHASE", later);
      return (await client.query("SELECT pg_current_xact_id_if_assigned() AS id")).rows[0].id;
    });
    expect(transactionId).to.equal(null);
  });

  it("takes a step back with the transaction that it belongs to", async () => {
    const business = await aBusiness(database);
    const failing = inTransaction(database, async ({ client }) => {
      await completeActivationStep(client, business.id, "TEST_PURCHASE", first);
      throw new Error("no purchase");
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal("no purchase");
    expect(await completedOf(business)).to.include({ TEST_PURCHASE: null });
    await inTransaction(database, ({ client }) => completeActivationStep(client, business.id, "TEST_PURCHASE", later));
    expect(await completedOf(business)).to.include({ TEST_PURCHASE: later.toISOString() });
  });

  it("tells one business from another", async () => {
    const [one, other] = [await aBusiness(database), await aBusiness(database)];
    await completeActivationStep(database.pool, one.id, "WEBHOOK_TEST", first);
    await activateBusiness(database, one, first);
    expect(Object.values(await completedOf(other))).to.deep.equal([null, null, null, null]);
    expect((await checklistOf({ id: randomUUID() })).every(({ completedAt }) => completedAt === null)).to.equal(true);
  });

  it("has the profile completed once there are both country and e-mail address, and from then on", async () => {
    const business = await aBusiness(database, { profile: { country: "NG" } });
    expect(await completedOf(business)).to.include({ BUSINESS_PROFILE: null });
    await updateProfile(database, business, { contactEmail: "ops@acme.example" }, first);
    expect(await completedOf(business)).to.include({ BUSINESS_PROFILE: first.toISOString() });
    await updateProfile(database, business, { country: "GH" }, later);
    expect(await completedOf(business)).to.include({ BUSINESS_PROFILE: first.toISOString() });
    const complete = await aBusiness(database, { profile });
    expect(await completedOf(complete)).to.include({ BUSINESS_PROFILE: complete.createdAt.toISOString() });
  });

  it("has the profile completed when its two halves are given at once by two people", async () => {
    const businesses = await Promise.all(Array.from({ length: 10 }, () => aBusiness(database)));
    const { country, contactEmail } = profile;
    await Promise.all(
      businesses.flatMap((business) => [
        updateProfile(database, business, { country }),
        updateProfile(database, business, { contactEmail }),
      ]),
    );
    for (const business of businesses) {
      expect(await completedOf(business))
        .to.have.property("BUSINESS_PROFILE")
        .that.is.a("string");
      expect((await businessBySlug(database, business.slug)).profile).to.deep.equal(profile);
    }
  });

  it("shows the operator's approval", async () => {
    const business = await aBusiness(database);
    await activateBusiness(database, business, first);
    expect(await completedOf(business)).to.include({ OPERATOR_APPROVAL: first.toISOString() });
  });

  it("is refused with the open steps, and only those, until the approval alone is missing", async () => {
    const business = await aBusiness(database, { profile });
    const outcome = async (): Promise<unknown> => {
      const checklist = await checklistOf(business);
      try {
        return refuseOpenSteps(business.slug, checklist);
      } catch (error) {
        return error;
      }
    };
    expect(await outcome())
      .to.be.instanceOf(Problem)
      .with.property("message")
      .that.matches(/TEST_PURCHASE.*WEBHOOK_TEST/s)
      .and.not.matches(/BUSINESS_PROFILE|OPERATOR_APPROVAL/);
    await completeActivationStep(database.pool, business.id, "TEST_PURCHASE", first);
    await completeActivationStep(database.pool, business.id, "WEBHOOK_TEST", first);
    expect(await outcome()).to.equal(undefined);
  });

  it("is known to every process within 5 s of the approval", async () => {
    const business = await aBusiness(database);
    const { key } = await anApiKey(database, { owner: { business, project: null }, environment: "live", scopes: [] });
    let time = Date.now();
    const verifiers = [0, 1].map(() => createKeyVerifier(database, { elapsed: () => time }));
    for (const verifier of verifiers)
      expect((await verifier.verify(key)).business.productionActivatedAt).to.equal(null);
    await activateBusiness(database, business, first);
    time += 5_000;
    for (const verifier of verifiers) {
      expect((await verifier.verify(key)).business.productionActivatedAt).to.deep.equal(first);
    }
  });
});
