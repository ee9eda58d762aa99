import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { createMobileSecret } from "#src/identity/mobile-secrets.ts";
import { signMobileToken } from "#src/identity/mobile-token.ts";
import { opened } from "#test/support/opened.ts";
import { type IngestOperation, ingestOperations, operationNames, post } from "./support/operations.ts";
import { masterKey, type ServerProcess, Site } from "./support/site.ts";

type Credentials = Readonly<Record<string, string>>;

const hour = 3_600_000;

describe("credentials that are not good", () => {
  let server: ServerProcess;
  let mine: readonly IngestOperation[];
  let theirs: readonly IngestOperation[];

  const site = opened(() => Site.open());
  before(async () => {
    server = await site.start();
    [mine, theirs] = await Promise.all([ingestOperations(site), ingestOperations(site)]);
  });

  const of = (operations: readonly IngestOperation[], name: string): IngestOperation => {
    const operation = operations.find((candidate) => candidate.name === name);
    if (operation === undefined) throw new Error(`no ${name}`);
    return operation;
  };

  const statusWith = async (name: string, credentials: Credentials) =>
    (await post(server, of(mine, name), credentials, of(mine, name).body())).status;

  async function countOfRecords(): Promise<number> {
    const { rows } = await site.database.pool.query<{ count: number }>(
      `WITH stored AS (SELECT sum(items) AS count FROM event_blocks UNION ALL SELECT sum(items) FROM span_blocks UNION ALL SELECT sum(items) FROM log_blocks)
       SELECT sum(count)::int AS count FROM stored`,
    );
    return rows[0]?.count ?? 0;
  }

  for (const name of operationNames) {
    it(`are refused by ${name}, changed in any character, and store nothing`, async () => {
      const good = await of(mine, name).credentials();
      const stored = await countOfRecords();
      for (const [header, value] of Object.entries(good)) {
        for (let at = 0; at < value.length; at += 7) {
          const forged = value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1);
          expect(await statusWith(name, { [header]: forged }), forged).to.equal(401);
        }
        for (const other of ["", "null", "a.b", ":", value.slice(0, -1), `${value}A`, "A".repeat(8_000)]) {
          expect(await statusWith(name, { [header]: other }), other).to.equal(401);
        }
      }
      expect(await countOfRecords()).to.equal(stored);
      expect(await statusWith(name, good)).to.equal(of(mine, name).success);
    });

    it(`are refused by ${name} when another operation's are sent in their place`, async () => {
      const headers = new Set(Object.keys(await of(mine, name).credentials()));
      for (const other of operationNames) {
        const credentials = await of(mine, other).credentials();
        const [header = "", value = ""] = Object.entries(credentials)[0] ?? [];
        if (headers.has(header)) continue;
        expect(await statusWith(name, credentials), header).to.equal(401);
        for (const expected of headers) expect(await statusWith(name, { [expected]: value })).to.equal(401);
      }
    });
  }

  for (const name of ["ingestBrowserEvents", "ingestMobileEvent"]) {
    it(`are refused by ${name} when they have expired`, async () => {
      expect(await statusWith(name, await of(mine, name).credentials(Date.now() - hour))).to.equal(401);
    });

    it(`are refused by ${name} when one project's claims come with the mark of another's`, async () => {
      const [header = "", own = ""] = Object.entries(await of(mine, name).credentials())[0] ?? [];
      const [, foreign = ""] = Object.entries(await of(theirs, name).credentials())[0] ?? [];
      const mixed = `${own.split(".")[0]}.${foreign.split(".")[1]}`;
      expect(await statusWith(name, { [header]: mixed })).to.equal(401);
    });
  }

  it("are refused when a key of the test environment calls itself one of the live", async () => {
    const { key } = await site.tenant();
    const credentials = { "x-api-key": key.replace("sk_test_", "sk_live_") };
    for (const name of ["ingestEvents", "exportTraces", "exportLogs"]) {
      expect(await statusWith(name, credentials)).to.equal(401);
    }
  });

  it("are refused when an app signs for the other environment, or for a project that is not its own", async () => {
    const [{ project, mobileSecret }, other] = await Promise.all([site.tenant(), site.tenant()]);
    const live = await createMobileSecret(await site.database.operator(), masterKey, project, {
      environment: "live",
      overlapMs: 0,
    });
    const sign = (projectId: string, environment: "test" | "live", secret: string) => ({
      "x-monitor-token": signMobileToken({ projectId, environment, nonce: "0123456789abcdef" }, secret, Date.now()),
    });
    for (const credentials of [
      sign(project.id, "live", mobileSecret),
      sign(project.id, "test", live.secret),
      sign(other.project.id, "test", mobileSecret),
      sign(randomUUID(), "test", mobileSecret),
    ]) {
      expect(await statusWith("ingestMobileEvent", credentials)).to.equal(401);
    }
    expect(await statusWith("ingestMobileEvent", sign(project.id, "test", mobileSecret))).to.equal(202);
  });
});
