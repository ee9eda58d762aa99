import { join } from "node:path";
import { expect } from "chai";
import { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { secretVariables } from "#src/sandbox/command.ts";
import { aPurchaseCall, aQuoteCall, options } from "#test/builders/insurance/insurers.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { Accord, accord } from "./support/accord.ts";

describe("accord sandbox insurers, as a process", () => {
  const folder = temporaryFolder();
  const journal = join(folder, "sales.jsonl");
  const clients: InsurerClient[] = [];
  after(() => {
    for (const client of clients) client.close();
  });

  /** The insurer as the command's output describes it. */
  async function aegisOf(sandbox: Accord): Promise<InsurerClient> {
    await sandbox.listening();
    const [, baseUrl = "", credential = ""] = await sandbox.said(/(http:\S+\/aegis) {2}(\S+) {2}/);
    const client = new InsurerClient({ id: "aegis", name: "Aegis", baseUrl, credential, redirectHosts: [] });
    clients.push(client);
    return client;
  }
  const start = () => new Accord(["sandbox", "insurers", "--port", "0", "--journal", journal]);

  it("makes one policy for a key whose first request it was killed after", async () => {
    const killed = start();
    const before = await aegisOf(killed);
    const asked = aPurchaseCall(await before.call("createQuote", aQuoteCall(), options));
    const lost = await before.call("createPurchase", asked, options);
    await killed.stop("SIGKILL");

    const restarted = start();
    const again = await (await aegisOf(restarted)).call("createPurchase", asked, options);
    expect(again).to.deep.equal(lost);
    expect((await restarted.stop()).code).to.equal(0);
  });
});

for (const [name, variable] of Object.entries(secretVariables))
  describe(`accord sandbox ${name}, as a process`, () => {
    it("serves who knows the secret, which has to be given", async () => {
      const service = new Accord(["sandbox", name, "--port", "0"], { env: { [variable]: "between us" } });
      const url = await service.listening();
      const outage = (secret: string) =>
        fetch(`${url}/outage`, {
          method: "PUT",
          headers: { authorization: `Bearer ${secret}` },
          body: JSON.stringify({ on: true }),
        });
      expect((await outage("guessed")).status).to.equal(401);
      expect((await outage("between us")).status).to.equal(200);
      expect((await service.stop()).code).to.equal(0);

      const { code, errors } = await accord(["sandbox", name, "--port", "0"]);
      expect(code).to.equal(1);
      expect(errors).to.include(variable);
    });
  });
