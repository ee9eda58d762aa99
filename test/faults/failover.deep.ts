/**
 * What was acknowledged, when a standby takes the primary's place while the answer to a COMMIT is under way. Everything is
 * real but the network, a proxy that holds that answer.
 */
import { mkdirSync } from "node:fs";
import { expect } from "chai";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import { ensurePartitions } from "#src/apis/observability/store/partitions.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import { startDemoInsurers, startDemoService } from "#src/sandbox/demo.ts";
import { entities, migrate, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { embeddedLogin } from "#src/storage/embedded/postgres.ts";
import { Load } from "#test/chaos/load.ts";
import type { Access, Kind } from "#test/chaos/records.ts";
import { salesKinds } from "#test/chaos/sales.ts";
import { samples } from "#test/chaos/samples.ts";
import { telemetryKinds } from "#test/chaos/telemetry.ts";
import { type CommitFault, CommitProxy } from "#test/support/commit-proxy.ts";
import { asTestDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";
import { ReplicatedPostgres } from "#test/support/replicated-postgres.ts";
import { rounds } from "#test/support/runs.ts";
import { startTestServer, type TestServer, testMasterKey } from "#test/support/server.ts";

const apis = ["observability", "insurance", "wallet", "ordering"] as const satisfies readonly ApiName[];

const clients = 4;
/** Of one request. */
const mostNames = 20;

/** An installation over a primary and a standby, with clients of one kind. */
class Installation {
  readonly load: Load;
  readonly #proxy: CommitProxy;
  readonly #postgres: ReplicatedPostgres;
  readonly #close: () => Promise<void>;

  private constructor(load: Load, proxy: CommitProxy, postgres: ReplicatedPostgres, close: () => Promise<void>) {
    this.load = load;
    this.#proxy = proxy;
    this.#postgres = postgres;
    this.#close = close;
  }

  static async open(kind: Kind, options: { readonly synchronous: boolean }): Promise<Installation> {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const secrets: Record<string, Record<string, unknown>> = {};
    const closers: (() => Promise<unknown>)[] = [];
    const postgres = await ReplicatedPostgres.start(options, async (url) => {
      const database = await openDatabase(url, { entities, migrations, log: silent });
      await migrate(database, silent, [{ name: embeddedLogin, groups: ["serve", "work"] }]);
      await ensurePartitions(database.pool);
      const insurers = await startDemoInsurers(database, testMasterKey, folder);
      const house = await startDemoService("clearingHouse", database, testMasterKey);
      closers.push(
        () => insurers.close(),
        async () => house?.close(),
      );
      for (const name of apis)
        secrets[name] = (await apiModule(name).seed?.({ database, masterKey: testMasterKey })) ?? {};
      await database.close();
    });
    const opened = await CommitProxy.open(postgres.primaryUrl);
    const database = await openDatabase(opened.url, { entities, migrations, log: silent, connectTimeoutMs: 2_000 });
    const server: TestServer = await startTestServer({
      apis,
      database: asTestDatabase(database, opened.url),
      config: { webhookAllowLoopback: true, quotaEvents: 1_000_000, quotaOtlpRequests: 1_000_000 },
    });
    const access = Object.fromEntries(
      apis.map((name) => {
        const { addresses = (baseUrl: string) => ({ baseUrl }) } = apiModule(name);
        return [name, { ...secrets[name], ...addresses(`${server.url}/${name}`) }];
      }),
    ) as unknown as Access;
    const load = new Load({ kind, access: () => access, clients });
    return new Installation(load, opened.proxy, postgres, async () => {
      await server.stop();
      await database.close();
      for (const close of closers) await close();
      await opened.proxy.close();
      await postgres.stop();
    });
  }

  /** Has the standby have all that is acknowledged by now, and nothing of what is committed later. Returns how much. */
  async cutOff(): Promise<number> {
    const acknowledged = this.load.acknowledged.length;
    await this.#postgres.caughtUp();
    await this.#postgres.cutOff();
    return acknowledged;
  }

  /**
   * Fails over while the answer to a COMMIT is held, and goes on for a while with the standby. Returns how much was
   * acknowledged at the failover.
   */
  async failOver(fault: CommitFault): Promise<number> {
    await this.#proxy.arm(fault);
    await this.#postgres.failOver();
    this.#proxy.retarget(this.#postgres.standbyUrl);
    const acknowledged = this.load.acknowledged.length;
    await this.load.progress(10);
    await this.load.finish();
    return acknowledged;
  }

  async compare() {
    const database: Database = await openDatabase(this.#postgres.standbyUrl, { entities, migrations, log: silent });
    try {
      const ledger = await verifyLedger(database.pool);
      expect(ledger.differences).to.deep.equal([]);
      return await this.load.compare(database.pool);
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {
    await this.load.finish(1_000);
    await this.#close();
  }
}

describe("a failover during a COMMIT", () => {
  let installation: Installation | undefined;
  afterEach(async () => {
    await installation?.close();
    installation = undefined;
  });

  const kinds = (): Kind[] => {
    const { purchases, checkouts, transfers } = salesKinds();
    return [...telemetryKinds, samples(), purchases, checkouts, transfers];
  };

  for (const [index, { name }] of kinds().entries()) {
    describe(`of ${name}`, () => {
      const kind = () => kinds()[index] as Kind;
      // Half of the kinds each, unless all cases are wanted.
      const faults = (["hold after", "hold before"] as const).filter((_, at) => rounds(2) === 2 || at === index % 2);
      for (const fault of faults) {
        it(`to a synchronous standby loses and doubles nothing ("${fault}")`, async () => {
          installation = await Installation.open(kind(), { synchronous: true });
          await installation.load.progress(10);
          await installation.failOver(fault);
          const { lost, doubled, refusals, unknown } = await installation.compare();
          expect({ lost, doubled, refusals, unknown }).to.deep.equal({
            lost: [],
            doubled: [],
            refusals: [],
            unknown: 0,
          });
        });
      }

      it("to an asynchronous standby loses what had not reached it, and neither the held one nor any later", async () => {
        installation = await Installation.open(kind(), { synchronous: false });
        const { load } = installation;
        await load.progress(10);
        const kept = await installation.cutOff();
        await load.progress(10);
        const atFailover = await installation.failOver("hold after");
        const { lost, doubled, refusals } = await installation.compare();
        expect(doubled).to.deep.equal([]);
        // What was to be bought may be among what is lost.
        for (const refusal of refusals) expect(refusal).to.include("NOT_FOUND");
        expect(lost).to.not.have.length(0);
        const place = new Map(load.acknowledged.map((name, index) => [name, index]));
        // An answer may have been under way to each client.
        const last = atFailover + clients * mostNames;
        for (const name of lost) expect(place.get(name), name).to.be.within(kept, last);
      });
    });
  }
});
