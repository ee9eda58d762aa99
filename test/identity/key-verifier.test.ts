import { expect } from "chai";
import fc from "fast-check";
import { Problem } from "#src/http/problem.ts";
import { listApiKeys, revokeApiKey, setApiKeyActive } from "#src/identity/api-keys.ts";
import { activateBusiness } from "#src/identity/businesses.ts";
import { issueKey } from "#src/identity/key-format.ts";
import { KeyUses, lastUse } from "#src/identity/key-uses.ts";
import { createKeyVerifier, type KeyVerifier, requireProject, requireScopes } from "#src/identity/key-verifier.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import type { Database } from "#src/storage/database.ts";
import { aBusiness, anApiKey, aProject } from "#test/builders/identity.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf, problemOf } from "#test/support/failure-of.ts";
import { until } from "#test/support/until.ts";
import { withMethods } from "#test/support/with-methods.ts";

const refusalOf = (verifier: KeyVerifier, presented: string | null) => problemOf(verifier.verify(presented));

/** The database, counting what is asked of its pool. */
function counting(database: Database): { database: Database; queries: string[] } {
  const queries: string[] = [];
  const pool = withMethods(database.pool, {
    query: (text: string, values: unknown[]) => {
      queries.push(text);
      return database.pool.query(text, values);
    },
  });
  return { database: { ...database, pool }, queries };
}

describe("key verifier", () => {
  const database = testDatabase();
  const clock = { time: Date.now() };
  const now = () => clock.time;
  const elapsed = now;

  it("tells key, environment, scopes, business and project", async () => {
    const { business, project } = await aProject(database, { allowedOrigins: ["https://shop.example"] });
    const { key, keyId } = await anApiKey(database, {
      owner: { business, project },
      environment: "live",
      scopes: ["ingest:write", "symbols:read"],
    });
    expect(await createKeyVerifier(database).verify(key)).to.deep.equal({
      keyId,
      environment: "live",
      scopes: new Set(["ingest:write", "symbols:read"]),
      business: { id: business.id, name: business.name, slug: business.slug, productionActivatedAt: null },
      project: {
        id: project.id,
        name: project.name,
        active: true,
        allowedOrigins: ["https://shop.example"],
        allowedOriginsVersion: 1,
      },
      person: null,
    });
  });

  it("tells a business key's production activation, and that it has no project", async () => {
    const business = await aBusiness(database);
    const activated = new Date("2026-01-01T00:00:00.000Z");
    await activateBusiness(await database.operator(), business, activated);
    const { key } = await anApiKey(database, { owner: { business, project: null }, environment: "live", scopes: [] });
    const verified = await createKeyVerifier(database).verify(key);
    expect(verified.business.productionActivatedAt).to.deep.equal(activated);
    expect(verified.project).to.equal(null);
    expect(() => requireProject(verified)).to.throw(Problem, "PROJECT_NOT_FOUND");
  });

  it("gives a missing, malformed, unknown, wrong and revoked key one and the same answer", async () => {
    const verifier = createKeyVerifier(database);
    const right = await anApiKey(database);
    const revoked = await anApiKey(database);
    await revokeApiKey(await database.operator(), revoked.keyId);
    const refusals = await Promise.all(
      [null, "", "x", issueKey("test").key, `${right.keyId}:${revoked.secret}`, revoked.key].map((presented) =>
        refusalOf(verifier, presented),
      ),
    );
    for (const { code, status, detail, headers } of refusals) {
      expect({ code, status, detail, headers }).to.deep.equal({
        code: "UNAUTHENTICATED",
        status: 401,
        detail: refusals[0]?.detail,
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
  });

  it("refuses a key in which any one character is another", async () => {
    const verifier = createKeyVerifier(database, { unknownKeysPerMinute: 1_000_000 });
    const { key } = await anApiKey(database);
    await fc.assert(
      fc.asyncProperty(fc.nat(key.length - 1), fc.constantFrom(..."abAB019_-: é"), async (position, other) => {
        fc.pre(key[position] !== other);
        const tampered = key.slice(0, position) + other + key.slice(position + 1);
        expect(await refusalOf(verifier, tampered)).to.have.property("code", "UNAUTHENTICATED");
      }),
    );
    await verifier.verify(key);
  });

  it("refuses a switched-off key as inactive, but only to whoever knows its secret", async () => {
    const verifier = createKeyVerifier(database, { now, elapsed });
    const { key, keyId } = await anApiKey(database);
    await setApiKeyActive(await database.operator(), keyId, false);
    expect(await refusalOf(verifier, key)).to.include({ code: "KEY_INACTIVE", status: 403 });
    expect((await refusalOf(verifier, `${keyId}:${issueKey("test").secret}`)).code).to.equal("UNAUTHENTICATED");
    await setApiKeyActive(await database.operator(), keyId, true);
    clock.time += 5_000;
    await verifier.verify(key);
  });

  it("refuses a revoked key that was switched off as revoked", async () => {
    const { key, keyId } = await anApiKey(database);
    await setApiKeyActive(await database.operator(), keyId, false);
    await revokeApiKey(await database.operator(), keyId);
    expect((await refusalOf(createKeyVerifier(database), key)).code).to.equal("UNAUTHENTICATED");
  });

  it("asks once for a key in use, and once for callers that come together", async () => {
    const counted = counting(database);
    const verifier = createKeyVerifier(counted.database, { now, elapsed });
    const { key, keyId } = await anApiKey(database);
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(key)));
    await verifier.verify(key);
    expect(counted.queries.filter((text) => text.includes("SELECT"))).to.have.length(1);

    const wrong = `${keyId}:${issueKey("test").secret}`;
    counted.queries.length = 0;
    await Promise.all(Array.from({ length: 50 }, () => refusalOf(verifier, wrong)));
    await refusalOf(verifier, wrong);
    await refusalOf(verifier, "malformed");
    expect(counted.queries).to.have.length(1);
  });

  it("takes a revocation into account within 5 s, in every process", async () => {
    const verifiers = [createKeyVerifier(database, { now, elapsed }), createKeyVerifier(database, { now, elapsed })];
    const { key, keyId } = await anApiKey(database);
    for (const verifier of verifiers) await verifier.verify(key);
    await revokeApiKey(await database.operator(), keyId);
    clock.time += 5_000;
    for (const verifier of verifiers) expect((await refusalOf(verifier, key)).code).to.equal("UNAUTHENTICATED");
  });

  it("takes a revocation into account within 5 s also where the system's clock is set back", async () => {
    const [wall, steady] = [{ time: Date.now() }, { time: 1_000 }];
    const verifier = createKeyVerifier(database, { now: () => wall.time, elapsed: () => steady.time });
    const { key, keyId } = await anApiKey(database);
    await verifier.verify(key);
    await revokeApiKey(await database.operator(), keyId);
    wall.time -= 3_600_000;
    steady.time += 5_000;
    expect((await refusalOf(verifier, key)).code).to.equal("UNAUTHENTICATED");
  });

  it("keeps the keys in use under a flood of keys that are unknown", async () => {
    const counted = counting(database);
    const verifier = createKeyVerifier(counted.database, { now, elapsed, max: 2 });
    const keys = [(await anApiKey(database)).key, (await anApiKey(database)).key];
    for (const key of keys) await verifier.verify(key);
    for (let i = 0; i < 10; i++) await refusalOf(verifier, issueKey("test").key);
    counted.queries.length = 0;
    for (const key of keys) await verifier.verify(key);
    expect(counted.queries).to.deep.equal([]);
  });

  it("passes a database failure on and recovers from it", async () => {
    const { key } = await anApiKey(database);
    let failing = true;
    const pool = withMethods(database.pool, {
      query: (text: string, values: unknown[]) =>
        failing ? Promise.reject(new Error("connection lost")) : database.pool.query(text, values),
    });
    const verifier = createKeyVerifier({ ...database, pool });
    expect(await failureOf(verifier.verify(key))).to.not.be.instanceOf(Problem);
    failing = false;
    await verifier.verify(key);
  });

  it("notes the last use, at most once an hour, whichever process it was", async () => {
    const { keyId, business, project } = await anApiKey(database);
    const note = async (uses = new KeyUses(database.pool, now)) => {
      uses.note(keyId);
      await uses.settled();
    };
    const lastUsed = async () => (await listApiKeys(database, { business, project }))[0]?.lastUsedAt?.getTime();
    expect(await lastUsed()).to.equal(undefined);
    const first = clock.time;
    await note();
    expect(await lastUsed()).to.equal(first);
    clock.time += 3_599_999;
    await note();
    expect(await lastUsed()).to.equal(first);
    clock.time += 1;
    await note();
    expect(await lastUsed()).to.equal(first + 3_600_000);
  });

  it("notes a use when a key is looked up, and takes a key whose use cannot be noted", async () => {
    const { key, keyId } = await anApiKey(database);
    const attempted = Promise.withResolvers<void>();
    const pool = withMethods(database.pool, {
      query: (text: string, values: unknown[]) => {
        if (!text.includes("api_key_uses")) return database.pool.query(text, values);
        attempted.resolve();
        return Promise.reject(new Error("the node is away"));
      },
    });
    expect((await createKeyVerifier({ ...database, pool }).verify(key)).keyId).to.equal(keyId);
    await attempted.promise;
    await createKeyVerifier(database).verify(key);
    await until(async () => (await lastUse(database, keyId)) !== null);
  });

  it("takes keys, however long ago they were used, while what notes their use waits", async () => {
    const keys = await Promise.all([anApiKey(database), anApiKey(database)]);
    const holder = await database.owner.connect();
    try {
      await holder.query("BEGIN; LOCK TABLE api_key_uses");
      const verifier = createKeyVerifier(database);
      for (const { key, keyId } of keys) {
        expect((await verifier.verify(key)).keyId).to.equal(keyId);
        await until(async () => (await waitingForLocks(database.owner, "%api_key_uses%")) === 1);
      }
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });

  it("still knows a key of an inactive project, whose operations are then not found", async () => {
    const { key, project } = await anApiKey(database);
    if (project !== null) await setProjectActive(await database.operator(), project, false);
    const verified = await createKeyVerifier(database).verify(key);
    expect(verified.project?.active).to.equal(false);
    expect(() => requireProject(verified)).to.throw(Problem, "PROJECT_NOT_FOUND");
  });

  it("stores nothing from which the secret could be read", async () => {
    const { keyId, secret } = await anApiKey(database);
    const { rows } = await database.pool.query("SELECT to_jsonb(k)::text AS row FROM api_keys k WHERE id = $1", [
      keyId,
    ]);
    expect(rows[0].row).to.contain(keyId).and.not.contain(secret);
    for (const bytes of [Buffer.from(secret), Buffer.from(secret, "base64url")]) {
      expect(rows[0].row).not.to.contain(bytes.toString("hex"));
    }
  });
});

describe("required scopes", () => {
  it("are met by any one of those named; otherwise the refusal names them", async () => {
    const key = {
      keyId: "sk_test_0",
      environment: "test",
      scopes: new Set(["ingest:write"] as const),
      business: { id: "", name: "", slug: "", productionActivatedAt: null },
      project: null,
      person: null,
    } as const;
    requireScopes(key, ["metrics:read", "ingest:write"]);
    expect(() => requireScopes(key, ["metrics:read", "traces:read"]))
      .to.throw(Problem)
      .that.includes({ code: "SCOPE_REQUIRED", status: 403 })
      .and.has.property("detail")
      .that.contains("metrics:read or traces:read");
  });
});
