import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { insuranceCommands } from "#src/apis/insurance/commands/insurance.ts";
import { expectOnePolicy, recordsOf } from "#test/apis/insurance/exactly-once/records.ts";
import { insuranceServer } from "#test/builders/insurance/server.ts";
import { accordOn } from "#test/support/command-context.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { renewed } from "#test/support/renewed.ts";

const buying = /^POST \/purchases$/;

describe("accord insurance intents", () => {
  const server = insuranceServer({ insurerDeadlineMs: 2_000 });
  const folder = temporaryFolder();

  const merchant = renewed(() => server.aMerchant({ sells: [] }));
  const sources = { env: {}, async *stdin() {} };
  const accord = (...args: string[]) =>
    accordOn(
      { database: server.database, masterKey: server.masterKey },
      (open, write) => insuranceCommands(open, write, sources),
      ["insurance", "intents", ...args],
    );
  const buy = (body: unknown, key: string) =>
    server.post("/purchases", body, { ...merchant.key, "idempotency-key": key });
  const listed = async () => {
    const all = JSON.parse((await accord("list", "--json")).out) as { key: string; business: string; next: string }[];
    const { rows } = await server.database.pool.query<{ slug: string }>("SELECT slug FROM businesses WHERE id = $1", [
      merchant.businessId,
    ]);
    return all.filter(({ business }) => business === rows[0]?.slug);
  };
  const age = (key: string) =>
    server.database.pool.query(
      "UPDATE insurer_intents SET created_at = now() - interval '31 days' WHERE insurer_key = $1",
      [key],
    );

  /** A purchase that the insurer has done, and nobody knows; each test has an insurer of its own. */
  async function aLostPurchase(providerId: string) {
    const quote = await server.aQuote(merchant, providerId);
    const request = server.aPurchaseRequest(quote);
    const end = server.gateway.trouble({ insurerId: providerId, call: buying, with: "lose-answer" });
    const sellersKey = randomUUID();
    expectProblem(await buy(request, sellersKey), 502, "INSURER_UNREACHABLE");
    const [open] = await listed();
    if (open === undefined) throw new Error("nothing is open");
    return { quote, request, sellersKey, key: open.key, open, end };
  }

  it("list says whose they are, since when, and when the insurer is asked next", async () => {
    const { open, key, end } = await aLostPurchase("aegis");
    end();
    expect(open).to.include({ environment: "test", insurer: "aegis", operation: "createPurchase", tries: 1 });
    expect(Date.parse(open.next)).to.be.above(Date.now());
    const { out } = await accord("list");
    expect(out)
      .to.match(/^KEY +BUSINESS +ENVIRONMENT +INSURER +OPERATION +SUBJECT +SINCE +NEXT +TRIES$/m)
      .and.include(key);
    await age(key);
    expect((await listed())[0]?.next).to.equal("given up");
    expect((await accord("clear", key, "--nothing-was-done")).exitCode).to.equal(0);
  });

  it("settle asks once more, with the same key: the seller's request is then answered", async () => {
    const { quote, request, sellersKey, key, end } = await aLostPurchase("borealis");
    const before = server.gateway.calls("borealis", buying).length;
    const refused = await accord("settle", key);
    expect([refused.exitCode, refused.err]).to.deep.equal([
      1,
      refused.err.match(/^error: It stays open: borealis .*\n$/)?.[0],
    ]);
    end();
    const { exitCode, out, err } = await accord("settle", key);
    expect([exitCode, out, err]).to.deep.equal([0, `request: ${key}\noutcome: done\n`, ""]);
    const keys = server.gateway
      .calls("borealis", buying)
      .slice(before)
      .map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys)).to.deep.equal(new Set([key]));
    expect((await buy(request, sellersKey)).status).to.equal(200);
    await expectOnePolicy(server, merchant, quote);
    expect((await accord("settle", key)).err).to.match(/^error: No request with the key .* is open\.$/m);
  });

  it("settle takes the insurer's answer from a file, where its key may be forgotten", async () => {
    const { quote, request, sellersKey, key, end } = await aLostPurchase("caravel");
    end();
    await age(key);
    expect((await accord("settle", key)).err).to.match(/^error: It is older than 30 days/);
    const asked = { body: JSON.parse(server.gateway.calls("caravel", buying)[0]?.sent ?? ""), idempotencyKey: key };
    const told = await server
      .insurer("caravel")
      .call("createPurchase", asked, { requestId: "req_test", environment: "test" });
    const file = join(folder, "answer.json");
    for (const [text, reason] of [
      ["{", "is not JSON"],
      [JSON.stringify({ ...told, policyId: 7 }), "This is no answer to createPurchase: /"],
      [JSON.stringify({ ...told, quoteId: "another" }), "This is no answer to createPurchase: /body/quoteId must be"],
    ] as const) {
      writeFileSync(file, text);
      expect((await accord("settle", key, "--answer", file)).err).to.include(reason);
    }
    expect((await accord("settle", key, "--answer", join(folder, "none"))).err).to.include("cannot be read (ENOENT)");
    const before = server.gateway.seen.length;
    writeFileSync(file, JSON.stringify(told));
    expect((await accord("settle", key, "--answer", file)).out).to.include("done");
    expect(server.gateway.seen).to.have.length(before);
    expect((await buy(request, sellersKey)).status).to.equal(200);
    await expectOnePolicy(server, merchant, quote);
  });

  it("settle takes the answer to the report of a loss, which has another name in the protocol", async () => {
    const claiming = /^POST \/policies\/[^/]+\/claims$/;
    const request = await server.aClaimRequest(merchant, "aegis");
    const end = server.gateway.trouble({ insurerId: "aegis", call: claiming, with: "lose-answer" });
    const sellersKey = { ...merchant.key, "idempotency-key": randomUUID() };
    expectProblem(await server.post("/claims", request, sellersKey), 502, "INSURER_UNREACHABLE");
    end();
    const key = (await listed())[0]?.key ?? "";
    const sent = server.gateway.calls("aegis", claiming).find(({ idempotencyKey }) => idempotencyKey === key)?.sent;
    const asked = { path: { policyId: request.policyId }, body: JSON.parse(sent ?? ""), idempotencyKey: key };
    const told = await server.insurer("aegis").call("openClaim", asked, { requestId: "req_test", environment: "test" });
    const file = join(folder, "claim.json");
    writeFileSync(file, JSON.stringify({ ...told, policyId: "another" }));
    expect((await accord("settle", key, "--answer", file)).err).to.include(
      `This is no answer to createClaim: /body/policyId must be "${request.policyId}"`,
    );
    writeFileSync(file, JSON.stringify(told));
    expect((await accord("settle", key, "--answer", file)).out).to.include("done");
    const { status, body } = await server.post<{ claimId: string }>("/claims", request, sellersKey);
    expect([status, body.claimId]).to.deep.equal([200, told.claimId]);
  });

  it("clear forgets what the insurer has not done, and the quote can be bought again", async () => {
    const { request, sellersKey, key, end } = await aLostPurchase("dunlin");
    end();
    expect((await accord("clear", key)).err).to.include("--nothing-was-done");
    expect((await recordsOf(server.database, merchant)).open).to.equal(1);
    const { exitCode, out } = await accord("clear", key, "--nothing-was-done");
    expect([exitCode, out]).to.deep.equal([
      0,
      out.match(/^key: .*\noperation: +createPurchase\nsubject: .*\noutcome: +cleared\n$/)?.[0],
    ]);
    expect((await recordsOf(server.database, merchant)).open).to.equal(0);
    // The insurer has done it after all, as it was not asked: it says so under another key.
    expectProblem(await buy(request, sellersKey), 409, "QUOTE_ALREADY_BOUGHT");
  });

  it("neither touches what somebody works on at this moment, and neither takes another thing for a key", async () => {
    const { key, end } = await aLostPurchase("gullwing");
    end();
    const client = await server.database.pool.connect();
    try {
      // As a process that is alive holds it.
      await client.query("SELECT pg_advisory_lock(77)");
      await server.database.pool.query(
        "UPDATE insurer_intents SET claim = $2, claimed_by = 77, claimed_at = now() WHERE insurer_key = $1",
        [key, randomUUID()],
      );
      for (const args of [
        ["settle", key],
        ["clear", key, "--nothing-was-done"],
      ])
        expect((await accord(...args)).err).to.match(/^error: Somebody works on it/);
      expect((await listed())[0]?.next).to.equal("under way");
    } finally {
      await client.query("SELECT pg_advisory_unlock_all()");
      client.release();
    }
    expect((await accord("settle", "quote/1")).err).to.include("Expected a UUID");
    expect((await accord("settle", key)).exitCode).to.equal(0);
  });
});
