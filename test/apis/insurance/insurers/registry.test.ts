import { expect } from "chai";
import { Insurers, registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import { isRefusal } from "#src/http/problem.ts";
import { testDatabase } from "#test/support/database.ts";
import { testMasterKey } from "#test/support/server.ts";

const aegis = {
  id: "aegis",
  name: "Aegis Mutual",
  baseUrl: "https://api.aegis.example.com/accord/",
  credential: "secret-token",
  redirectHosts: ["files.aegis.example.com", "files.aegis.example.com:8443"],
};

describe("the registry of insurers", () => {
  const database = testDatabase({ as: "owner" });
  beforeEach(async () => void (await database.pool.query("DELETE FROM insurers")));

  it("gives back what was registered, without the slash at the end of the address", async () => {
    await registerInsurer(database, testMasterKey, aegis);
    const insurers = new Insurers(database, testMasterKey);
    const client = await insurers.find("aegis");
    expect(client?.insurer).to.deep.equal({ ...aegis, baseUrl: "https://api.aegis.example.com/accord" });
  });

  it("keeps the credential encrypted", async () => {
    await registerInsurer(database, testMasterKey, aegis);
    const { rows } = await database.pool.query("SELECT credential FROM insurers");
    expect((rows[0].credential as Buffer).includes("secret-token")).to.equal(false);
  });

  it("keeps a client, its connections and its breaker until the insurer changes", async () => {
    await registerInsurer(database, testMasterKey, aegis, { now: new Date(1_000) });
    const insurers = new Insurers(database, testMasterKey);
    const first = await insurers.find("aegis");
    expect(await insurers.find("aegis")).to.equal(first);
    expect((await insurers.all())[0]).to.equal(first);
    const changed = { ...aegis, credential: "next-token" };
    await registerInsurer(database, testMasterKey, changed, { now: new Date(2_000) });
    const second = await insurers.find("aegis");
    expect(second).not.to.equal(first);
    expect(second?.insurer.credential).to.equal("next-token");
  });

  it("does not know insurers that are switched off, nor others", async () => {
    await registerInsurer(database, testMasterKey, aegis);
    await database.pool.query("UPDATE insurers SET active = false");
    const insurers = new Insurers(database, testMasterKey);
    expect([await insurers.find("aegis"), await insurers.find("other"), await insurers.all()]).to.deep.equal([
      null,
      null,
      [],
    ]);
  });

  it("lists insurers by id", async () => {
    for (const id of ["b", "a", "c"]) await registerInsurer(database, testMasterKey, { ...aegis, id });
    const all = await new Insurers(database, testMasterKey).all();
    expect(all.map(({ insurer }) => insurer.id)).to.deep.equal(["a", "b", "c"]);
  });

  const refused: readonly [what: string, changes: Partial<typeof aegis>][] = [
    ["an id in capitals", { id: "Aegis" }],
    ["an id of 65 characters", { id: "a".repeat(65) }],
    ["an empty name", { name: " " }],
    ["plain http", { baseUrl: "http://api.aegis.example.com" }],
    ["loopback", { baseUrl: "http://127.0.0.1:8090/aegis" }],
    ["a user name in the address", { baseUrl: "https://me@api.aegis.example.com" }],
    ["a query in the address", { baseUrl: "https://api.aegis.example.com/?a=b" }],
    ["no address", { baseUrl: "aegis" }],
    ["a credential that breaks a header", { credential: "a\r\nb" }],
    ["a redirect host with a path", { redirectHosts: ["files.example.com/a"] }],
    ["a redirect host in capitals", { redirectHosts: ["Files.example.com"] }],
    ["a redirect host with the usual port", { redirectHosts: ["files.example.com:443"] }],
    ["21 redirect hosts", { redirectHosts: Array.from({ length: 21 }, (_, index) => `f${index}.example.com`) }],
  ];
  for (const [what, changes] of refused)
    it(`refuses ${what}`, async () => {
      const outcome = await registerInsurer(database, testMasterKey, { ...aegis, ...changes }).catch((error) => error);
      expect(isRefusal(outcome)).to.equal(true);
    });

  it("lets loopback in where development says so", async () => {
    const sandboxed = { ...aegis, baseUrl: "http://127.0.0.1:8090/aegis" };
    await registerInsurer(database, testMasterKey, sandboxed, { allowLoopback: true });
    expect((await new Insurers(database, testMasterKey).find("aegis"))?.insurer.baseUrl).to.equal(sandboxed.baseUrl);
  });
});
