import { expect } from "chai";
import pg from "pg";
import { connectedProcesses, processName } from "#src/storage/processes.ts";
import { testDatabase } from "#test/support/database.ts";

describe("processes of the installation", () => {
  const database = testDatabase();

  it("are told apart by the names of their connections, whoever asks", async () => {
    const connect = async (name: string) => {
      const client = new pg.Client({ connectionString: database.ownerUrl, application_name: name });
      await client.connect();
      return client;
    };
    const name = processName("serve");
    expect(Buffer.byteLength(`${name} queries`)).to.be.lessThan(64);
    const clients = [await connect(name), await connect(`${name} queries`), await connect("accord work far-away:12")];
    try {
      const found = await connectedProcesses(database.pool);
      expect(found.find(({ pid }) => pid === process.pid)).to.include({ role: "serve", connections: 2 });
      expect(found.find(({ host }) => host === "far-away")).to.deep.equal({
        ...{ role: "work", host: "far-away", pid: 12, connections: 1 },
      });
    } finally {
      for (const client of clients) await client.end();
    }
  });
});
