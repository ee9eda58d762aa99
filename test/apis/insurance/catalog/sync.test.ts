import { expect } from "chai";
import type { FindOptionsWhere } from "typeorm";
import { syncCatalog, syncInsurer, syncingOfCatalog } from "#src/apis/insurance/catalog/sync.ts";
import { insurerProductEntity } from "#src/apis/insurance/entities.ts";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { Insurers, registerInsurer, switchInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { sandboxInsurers } from "#src/sandbox/insurers/catalog.ts";
import type { Row } from "#src/storage/entity.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { aListedProduct } from "#test/builders/insurance/answers.ts";
import { Sandbox, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { emptiedDatabase } from "#test/support/database.ts";
import { runJob } from "#test/support/run-job.ts";
import { testMasterKey } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";

const never = new AbortController().signal;

describe("the catalog's sync", () => {
  const database = emptiedDatabase();
  let insurers: Insurers;
  const sandbox = new Sandbox();
  const scripted = new ScriptedInsurer();

  before(async () => {
    await sandbox.start();
    await scripted.start();
  });
  after(async () => {
    await sandbox.stop();
    await scripted.stop();
  });
  beforeEach(() => {
    insurers = new Insurers(database, testMasterKey, { wait: async () => {} });
  });
  afterEach(() => insurers.close());

  const known = (where: FindOptionsWhere<Row<typeof insurerProductEntity>> = {}) =>
    database.dataSource
      .getRepository(insurerProductEntity)
      .find({ where, order: { providerId: "ASC", productId: "ASC" } });
  const shown = async () => (await known({ listed: true })).map(({ productId }) => productId);
  const sync = () => syncCatalog({ database, insurers }, { signal: never });

  async function registerSandbox(): Promise<void> {
    for (const insurer of sandbox.insurers)
      await registerInsurer(await database.operator(), testMasterKey, insurer, { allowLoopback: true });
  }

  async function registerScripted(id = "scripted"): Promise<void> {
    const { insurer } = scripted.client();
    await registerInsurer(await database.operator(), testMasterKey, { ...insurer, id }, { allowLoopback: true });
  }

  const aListed = (productId: string, changes: Partial<Schemas["Product"]> = {}) =>
    aListedProduct({ productId, ...changes });

  /** Answers pages one after another, then the last one again and again. */
  function answerPages(...pages: (Schemas["ProductPage"] | { readonly broken: true })[]): void {
    let asked = 0;
    scripted.answer = (_, response) => {
      const page = pages[Math.min(asked++, pages.length - 1)];
      if (page === undefined || "broken" in page) response.destroy();
      else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(page));
    };
  }
  const answerAll = (...items: Schemas["Product"][]) => answerPages({ items, nextCursor: null });

  it("knows everything that the sandbox insurers list, prices and states too", async () => {
    await registerSandbox();
    const outcomes = await sync();
    expect(outcomes.map(({ providerId, listed, failure }) => [providerId, listed, failure])).to.deep.equal(
      sandboxInsurers.map(({ id, products }) => [id, products.length, null]),
    );
    const expected = sandboxInsurers.flatMap(({ id, products }) =>
      products.map(({ productId, name, line, priceMinor, status }) => ({
        providerId: id,
        productId,
        name,
        productType: line.productType,
        publishedMinor: priceMinor === null ? null : String(priceMinor),
        publishedCurrency: priceMinor === null ? null : "NGN",
        status,
        listed: true,
      })),
    );
    const rows = (await known()).map(
      ({ providerId, productId, name, productType, publishedMinor, publishedCurrency, status, listed }) => ({
        ...{ providerId, productId, name, productType, publishedMinor, publishedCurrency, status, listed },
      }),
    );
    expect(rows).to.have.deep.members(expected);
    expect(rows).to.have.length(expected.length);
  });

  it("follows an insurer's changes, hides what it no longer lists and shows what it lists again", async () => {
    await registerScripted();
    answerAll(aListed("a"), aListed("b"));
    expect(await sync()).to.deep.equal([{ providerId: "scripted", listed: 2, hidden: 0, failure: null }]);
    const price = { amountMinor: 4_250, currency: "USD" };
    answerAll(aListed("b", { name: "Cover b", status: "SUSPENDED", publishedPrice: price }), aListed("c"));
    expect(await sync()).to.deep.equal([{ providerId: "scripted", listed: 2, hidden: 1, failure: null }]);
    expect(await shown()).to.deep.equal(["b", "c"]);
    const [b] = await known({ productId: "b" });
    expect(b).to.include({ name: "Cover b", status: "SUSPENDED", publishedMinor: "4250", publishedCurrency: "USD" });
    answerAll(aListed("a"), aListed("b"), aListed("c"));
    expect((await sync())[0]?.hidden).to.equal(0);
    expect(await shown()).to.deep.equal(["a", "b", "c"]);
    answerAll();
    expect((await sync())[0]?.hidden).to.equal(3);
  });

  it("reads all pages, and a product that moved between them as it was last", async () => {
    await registerScripted();
    answerPages(
      { items: [aListed("a"), aListed("b")], nextCursor: "2" },
      { items: [], nextCursor: "3" },
      { items: [aListed("a", { name: "Later" }), aListed("c")], nextCursor: null },
    );
    expect((await sync())[0]).to.include({ listed: 3, failure: null });
    expect((await known()).map(({ name }) => name)).to.deep.equal(["Later", "Accident cover", "Accident cover"]);
  });

  it("asks the others when one fails, and keeps what is known of that one", async () => {
    await registerSandbox();
    await registerScripted("aaa");
    answerAll(aListed("a"));
    await sync();
    answerPages({ broken: true });
    const outcomes = await sync();
    expect(outcomes.filter(({ failure }) => failure !== null).map(({ providerId }) => providerId)).to.deep.equal([
      "aaa",
    ]);
    expect(outcomes[0]?.failure).to.be.instanceOf(InsurerFailure);
    expect(outcomes).to.have.length(13);
    expect((await known({ providerId: "aaa", listed: true })).map(({ productId }) => productId)).to.deep.equal(["a"]);
  });

  it("hides nothing when the list breaks off, and still takes what came", async () => {
    await registerScripted();
    answerAll(aListed("a"), aListed("b"));
    await sync();
    answerPages({ items: [aListed("b", { status: "WITHDRAWN" }), aListed("c")], nextCursor: "2" }, { broken: true });
    const [outcome] = await sync();
    expect(outcome).to.include({ listed: 2, hidden: 0 });
    expect(outcome?.failure).to.be.instanceOf(InsurerFailure);
    expect(await shown()).to.deep.equal(["a", "b", "c"]);
    expect((await known({ productId: "b" }))[0]?.status).to.equal("WITHDRAWN");
  });

  it("takes no answer that breaks the protocol", async () => {
    await registerScripted();
    answerAll({ ...aListed("a"), status: "NEW" } as never);
    const [outcome] = await sync();
    expect(outcome?.failure).to.be.instanceOf(InsurerFailure);
    expect(await known()).to.deep.equal([]);
  });

  const endless = { items: [aListed("a")], nextCursor: "again" };
  for (const [what, bounds, says] of [
    ["pages", { pages: 3, products: 10, durationMs: 60_000 }, "more than 3 pages"],
    ["products", { pages: 10, products: 0, durationMs: 60_000 }, "more than 0 products"],
    ["seconds", { pages: 10, products: 10, durationMs: 0 }, "longer than 0 ms"],
  ] as const)
    it(`gives up on a list of too many ${what}`, async () => {
      await registerScripted();
      answerPages(endless);
      const client = await insurers.find("scripted");
      if (client === null) throw new Error("not registered");
      const { failure, hidden } = await syncInsurer(database, client, { signal: never, bounds });
      expect(failure?.message).to.include(says);
      expect(hidden).to.equal(0);
    });

  it("stands texts and moments that PostgreSQL or JavaScript cannot hold", async () => {
    await registerScripted();
    const odd = { name: "Nul\u0000", description: "lone \ud800", updatedAt: "2026-06-30T23:59:60Z" };
    answerAll(aListed("a", odd), aListed("b"));
    expect((await sync())[0]?.failure).to.equal(null);
    const [a] = await known({ productId: "a" });
    expect(a).to.include({ name: "Nul\ufffd", description: "lone \ufffd" });
    expect(a?.updatedAt.toISOString()).to.equal("2026-06-30T23:59:59.000Z");
  });

  it("asks nobody who is switched off", async () => {
    await registerScripted();
    await switchInsurer(await database.operator(), "scripted", false);
    expect(await sync()).to.deep.equal([]);
    await switchInsurer(await database.operator(), "scripted", true);
    answerAll();
    expect(await sync()).to.have.length(1);
  });

  it("ends the same when two processes do it at once", async () => {
    await registerSandbox();
    await Promise.all([sync(), sync(), sync()]);
    const expected = sandboxInsurers.reduce((count, { products }) => count + products.length, 0);
    expect(await known({ listed: true })).to.have.length(expected);
  });

  it("meets no deadlock where lists change from one asking to the next", async () => {
    await registerScripted();
    const names = Array.from({ length: 200 }, (_, n) => `p${n}`);
    let asked = 0;
    scripted.answer = (_, response) => {
      const half = asked++ % 2;
      const items = names.filter((_, n) => n % 2 === half).map((name) => aListed(name));
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ items, nextCursor: null }));
    };
    const outcomes = await Promise.all(Array.from({ length: 12 }, sync));
    expect(outcomes.flat().map(({ failure }) => failure)).to.deep.equal(Array.from({ length: 12 }, () => null));
  });

  it("has one writer of the table at a time, whichever insurer it writes for", async () => {
    for (const id of ["first", "second"]) await registerScripted(id);
    answerAll(aListed("a"));
    const other = await database.owner.connect();
    try {
      await other.query("BEGIN");
      await lockName(other, "insurer_products");
      const syncing = sync();
      await until(async () => (await waitingForLocks(database.owner, "%pg_advisory_xact_lock%")) === 2);
      await other.query("COMMIT");
      expect((await syncing).map(({ failure }) => failure)).to.deep.equal([null, null]);
    } finally {
      other.release();
    }
  });

  it("keeps what was asked for last where answers overtake each other", async () => {
    await registerScripted();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const answers = [
      [aListed("a", { name: "Old" }), aListed("gone")],
      [aListed("a", { name: "New" }), aListed("b")],
    ];
    scripted.answer = async (_, response) => {
      const items = answers.shift();
      if (answers.length > 0) {
        asked.resolve();
        await held.promise;
      }
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ items, nextCursor: null }));
    };
    const early = sync();
    await asked.promise;
    await sync();
    held.resolve();
    expect((await early)[0]).to.include({ failure: null, hidden: 0 });
    expect((await known({ productId: "a" }))[0]?.name).to.equal("New");
    expect(await shown()).to.include.members(["a", "b"]);
  });

  it("stops when its process stops", async () => {
    await registerSandbox();
    const stopping = AbortSignal.abort(new Error("stopping"));
    const outcome = await syncCatalog({ database, insurers }, { signal: stopping }).catch((error) => error);
    expect(outcome).to.have.property("message", "stopping");
    expect(await known()).to.deep.equal([]);
  });

  it("runs by the clock, and its log names the insurer that failed", async () => {
    await registerScripted();
    answerAll(aListed("a"));
    await sync();
    const lines: unknown[] = [];
    const write = (fields: unknown) => void lines.push(fields);
    const log = { debug: write, info: write, warn: write, error: write };
    const run = async () => {
      const job = syncingOfCatalog(insurers);
      expect(job.cron).to.match(/^\d+ \* \* \* \*$/);
      await runJob(job, { database, log });
    };
    answerAll();
    await run();
    answerPages({ broken: true });
    await run();
    expect(lines).to.have.length(2);
    expect(lines[0]).to.deep.equal({ providerId: "scripted", hidden: 1 });
    expect(lines[1]).to.have.property("providerId", "scripted");
    expect(lines[1]).to.have.property("err").that.is.instanceOf(InsurerFailure);
  });
});
