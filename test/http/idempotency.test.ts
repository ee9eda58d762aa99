import { createHash, randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { canonicalDigest, canonicalJson } from "#src/http/canonical-json.ts";
import {
  idempotently,
  type KeyScope,
  keyedRequest,
  purgeIdempotencyKeys,
  recall,
  remember,
} from "#src/http/idempotency.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { codeOf } from "#test/support/code-of.ts";
import { testDatabase } from "#test/support/database.ts";
import { until } from "#test/support/until.ts";

const day = 86_400_000;

describe("idempotency keys", () => {
  const database = testDatabase();
  before(async () => {
    await database.owner.query("CREATE TABLE effects (key text); GRANT ALL ON effects TO PUBLIC");
  });

  const scope: KeyScope = { owner: "biz_1", environment: "test", operation: "createThing" };

  interface Given extends Partial<KeyScope> {
    readonly key?: string | undefined;
    readonly request?: unknown;
    readonly status?: number;
    readonly waitMs?: number;
    readonly now?: () => number;
    /** Runs between the effect and the commit. */
    readonly meanwhile?: () => Promise<unknown>;
  }

  /** Does something with an effect that can be counted. */
  function act({ key, request = { a: 1 }, status = 201, waitMs = 5_000, now = Date.now, meanwhile, ...other }: Given) {
    return inTransaction(database, ({ client }) =>
      idempotently(
        client,
        { ...scope, ...other, key, request },
        async () => {
          await client.query("INSERT INTO effects VALUES ($1)", [key ?? "none"]);
          await meanwhile?.();
          return { status, body: { b: 1, a: randomUUID() } };
        },
        { waitMs, now },
      ),
    );
  }

  const effectsOf = async (key: string): Promise<number> =>
    (await database.pool.query("SELECT FROM effects WHERE key = $1", [key])).rowCount ?? 0;

  it("replay the first answer with status 200, to the letter, and do nothing again", async () => {
    const key = randomUUID();
    const first = await act({ key });
    expect(first).to.include({ status: 201, replayed: false });
    const again = await act({ key });
    expect(again).to.include({ status: 200, replayed: true });
    expect(JSON.stringify(again.body)).to.equal(JSON.stringify(first.body));
    expect(await effectsOf(key)).to.equal(1);
  });

  it("are no matter for requests without one", async () => {
    const before = await effectsOf("none");
    for (let sent = 0; sent < 2; sent++) expect((await act({})).replayed).to.equal(false);
    expect(await effectsOf("none")).to.equal(before + 2);
  });

  it("belong to an owner, an environment and an operation", async () => {
    const key = randomUUID();
    await act({ key });
    for (const other of [{ owner: "biz_2" }, { environment: "live" }, { operation: "deleteThing" }]) {
      expect((await act({ key, ...other })).replayed, JSON.stringify(other)).to.equal(false);
    }
  });

  it("must be UUIDs of version 4", async () => {
    for (const key of ["", "x", "0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11", randomUUID().replaceAll("-", "")]) {
      expect(await codeOf(act({ key }))).to.equal("VALIDATION_FAILED");
    }
  });

  it("refuse another request, and take the same one however it is written", async () => {
    const key = randomUUID();
    await act({ key, request: { a: 1, b: [1, { c: null, d: "é" }] } });
    expect((await act({ key, request: { b: [1, { d: "é", c: null }], a: 1 } })).replayed).to.equal(true);
    for (const request of [{ a: 1, b: [{ c: null, d: "é" }, 1] }, { a: "1", b: [1, { c: null, d: "é" }] }, {}, null]) {
      expect(await codeOf(act({ key, request }))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
    }
    expect(await effectsOf(key)).to.equal(1);
  });

  it("are free again when the request failed", async () => {
    const key = randomUUID();
    const failing = act({ key, meanwhile: () => Promise.reject(new Error("no luck")) });
    expect(await failing.catch((error: Error) => error.message)).to.equal("no luck");
    expect(await effectsOf(key)).to.equal(0);
    expect((await act({ key, request: { other: true } })).replayed).to.equal(false);
  });

  it("store answers of success only", async () => {
    const key = randomUUID();
    expect(await act({ key, status: 422 })).to.include({ status: 422, replayed: false });
    expect(await act({ key, request: { other: true } })).to.include({ status: 201, replayed: false });
  });

  it("have fifty requests at once do the work once", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => act({ key })));
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(new Set(answers.map(({ body }) => body.a)).size).to.equal(1);
    expect(await effectsOf(key)).to.equal(1);
  });

  it("wait for the first request, and give up when it takes longer than they may wait", async () => {
    const key = randomUUID();
    const finish = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = act({
      key,
      meanwhile: () => {
        begun.resolve();
        return finish.promise;
      },
    });
    await begun.promise;
    expect(await codeOf(act({ key, waitMs: 50 }))).to.equal("IDEMPOTENCY_IN_PROGRESS");
    const patient = act({ key });
    await until(async () => (await waitingForLocks(database.pool)) === 1);
    finish.resolve();
    expect((await patient).body).to.deep.equal((await first).body);
    expect(await effectsOf(key)).to.equal(1);
  });

  it("let the work itself wait for locks as long as any other", async () => {
    const key = randomUUID();
    let setting: unknown;
    const usual = (await database.pool.query("SHOW lock_timeout")).rows[0].lock_timeout;
    await inTransaction(database, ({ client }) =>
      idempotently(client, { ...scope, key, request: {} }, async () => {
        setting = (await client.query("SHOW lock_timeout")).rows[0].lock_timeout;
        return { status: 200, body: {} };
      }),
    );
    expect(setting).to.equal(usual).and.not.equal("0");
  });

  it("are known for 30 days, then new, and swept away", async () => {
    const start = Date.now();
    const [forgotten, swept] = [randomUUID(), randomUUID()];
    for (const key of [forgotten, swept]) await act({ key, now: () => start });
    expect((await act({ key: forgotten, now: () => start + 30 * day - 1 })).replayed).to.equal(true);
    expect((await act({ key: forgotten, request: { new: 1 }, now: () => start + 30 * day })).replayed).to.equal(false);
    await purgeIdempotencyKeys(database.pool, start + 30 * day);
    const { rows } = await database.pool.query("SELECT key FROM idempotency_keys WHERE key = ANY ($1)", [
      [forgotten, swept],
    ]);
    expect(rows).to.deep.equal([{ key: forgotten }]);
  });

  describe("of work that no single transaction spans", () => {
    const keyed = async (key: string, request: unknown = { a: 1 }) => {
      const found = await keyedRequest({ ...scope, key, request });
      if (found === null) throw new Error("a request with a key has none");
      return found;
    };
    const store = (key: string, body: unknown, now?: number) =>
      inTransaction(database, async ({ client }) => remember(client, await keyed(key), body, now));

    it("recall what was remembered with status 200, to the letter, and nothing of other keys", async () => {
      const key = randomUUID();
      expect(await recall(database.pool, await keyed(key))).to.equal(null);
      await store(key, { z: 1, a: [2] });
      const answer = await recall(database.pool, await keyed(key));
      expect(answer).to.include({ status: 200, replayed: true });
      expect(JSON.stringify(answer?.body)).to.equal('{"z":1,"a":[2]}');
      expect(await recall(database.pool, await keyed(randomUUID()))).to.equal(null);
      expect(await recall(database.pool, { ...(await keyed(key)), owner: "biz_2" })).to.equal(null);
    });

    it("are the same in capitals", async () => {
      const key = randomUUID();
      await store(key.toUpperCase(), {});
      expect(await keyed(key.toUpperCase())).to.deep.equal(await keyed(key));
      expect((await recall(database.pool, await keyed(key)))?.replayed).to.equal(true);
    });

    it("refuse another request, and a second answer", async () => {
      const key = randomUUID();
      await store(key, { first: true });
      expect(await codeOf(recall(database.pool, await keyed(key, { a: 2 })))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
      expect(await codeOf(store(key, { second: true }))).to.equal("IDEMPOTENCY_KEY_CONFLICT");
      expect((await recall(database.pool, await keyed(key)))?.body).to.deep.equal({ first: true });
    });

    it("must be UUIDs of version 4, and may be missing", async () => {
      expect(await codeOf(keyed("x"))).to.equal("VALIDATION_FAILED");
      expect(await keyedRequest({ ...scope, key: undefined, request: {} })).to.equal(null);
    });

    it("are known for 30 days, then new", async () => {
      const [key, start] = [randomUUID(), Date.now()];
      await store(key, { first: true }, start);
      expect((await recall(database.pool, await keyed(key), start + 30 * day - 1))?.body).to.deep.equal({
        first: true,
      });
      expect(await recall(database.pool, await keyed(key, { other: true }), start + 30 * day)).to.equal(null);
      await store(key, { second: true }, start + 30 * day);
      expect((await recall(database.pool, await keyed(key), start + 30 * day))?.body).to.deep.equal({ second: true });
    });

    it("share their answers with work of one transaction", async () => {
      const [remembered, worked] = [randomUUID(), randomUUID()];
      await store(remembered, { b: 1, a: "stored" });
      expect((await act({ key: remembered })).body).to.deep.equal({ b: 1, a: "stored" });
      const { body } = await act({ key: worked });
      expect((await recall(database.pool, await keyed(worked)))?.body).to.deep.equal(body);
    });
  });
});

describe("canonical JSON", () => {
  it("is the same for the same value, and JSON of that value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).to.deep.equal(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).to.equal(text);
      }),
    );
  });

  it("has a digest that pauses, whatever the value is made of", () => {
    const long = Array.from({ length: 20_000 }, (_, index) => index);
    const named = Object.fromEntries(long.map((index) => [`name ${index}`, index]));
    for (const [value, least] of [
      [long, 70],
      [named, 70],
      [long.map((index) => [index]), 20_000],
      [{}, 1],
      ["text", 0],
      [undefined, 0],
    ] as const) {
      const work = canonicalDigest(value);
      let pauses = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) pauses++;
      expect(step.value.equals(createHash("sha256").update(canonicalJson(value)).digest())).to.equal(true);
      expect(pauses).to.be.at.least(least);
    }
  });

  it("differs for different values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(same).to.equal(
          fc.stringify(JSON.parse(canonicalJson(a))) === fc.stringify(JSON.parse(canonicalJson(b))),
        );
      }),
    );
    expect(canonicalJson({ "a,b": 1 })).to.not.equal(canonicalJson({ a: 1, b: 1 }));
  });

  it("orders members by name, at every depth, and leaves undefined ones out", () => {
    expect(canonicalJson({ b: [{ z: 1, y: undefined, a: "x" }], a: null })).to.equal(
      '{"a":null,"b":[{"a":"x","z":1}]}',
    );
  });
});
