import { expect } from "chai";
import { insuranceCommands } from "#src/apis/insurance/commands/insurance.ts";
import { Insurers } from "#src/apis/insurance/insurers/registry.ts";
import { createBusiness } from "#src/identity/businesses.ts";
import { Sandbox, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { whileTested } from "#test/support/api-server.ts";
import { accordOn, type EndedOn } from "#test/support/command-context.ts";
import { emptiedDatabase } from "#test/support/database.ts";
import { testMasterKey } from "#test/support/server.ts";

describe("accord insurers and insurance", () => {
  const database = emptiedDatabase({ as: "owner" });
  let env: Record<string, string>;
  let stdin: string[];
  const sandbox = whileTested(new Sandbox());

  beforeEach(async () => {
    env = {};
    stdin = [];
    await createBusiness(database, { name: "Acme" });
  });

  function accord(...args: string[]): Promise<EndedOn> {
    const sources = {
      env,
      async *stdin() {
        yield* stdin;
      },
    };
    return accordOn(
      { database, masterKey: testMasterKey },
      (open, write) => insuranceCommands(open, write, sources),
      args,
    );
  }

  async function json(...args: string[]) {
    const { exitCode, out, err } = await accord(...args, "--json");
    expect({ exitCode, err }).to.deep.equal({ exitCode: 0, err: "" });
    return JSON.parse(out);
  }

  const adding = (id: string, url: string) => {
    const name = ["--name", `${id} Mutual`];
    return ["insurers", "add", "--id", id, ...name, "--url", url];
  };
  const aegisUrl = () => sandbox.insurers.find(({ id }) => id === "aegis")?.baseUrl ?? "";
  async function addAegis(): Promise<void> {
    env.ACCORD_INSURER_CREDENTIAL = "sandbox-aegis";
    expect((await accord(...adding("aegis", aegisUrl()), "--allow-loopback")).err).to.equal("");
  }
  async function credentialOf(id: string): Promise<string | undefined> {
    const insurers = new Insurers(database, testMasterKey);
    const client = await insurers.find(id);
    insurers.close();
    return client?.insurer.credential;
  }
  const thirdParty = ["--provider", "aegis", "--product", "motor-third-party"];

  it("take an operator from nothing to a product that a business may sell, and back", async () => {
    await addAegis();
    expect((await accord("insurers", "sync")).out).to.match(/^aegis +4 +0 +complete$/m);
    expect((await accord("insurers", "list")).out).to.match(/^aegis +aegis Mutual +http:\S+ +yes +3 +20\d\d-/m);
    const where = [...thirdParty, "--environment", "test"];
    const allowed = await accord("insurance", "allow", "acme", ...where, "--rate", "12.5", "--platform-rate", "2.25");
    expect(allowed.out).to.match(/^rate: +12\.50 %$/m);
    const products = ["insurance", "products", "acme", "--environment"];
    expect((await accord(...products, "test")).out).to.match(
      /^aegis\/motor-third-party +Aegis Drive Basic +12\.50 % +2\.25 % +on sale$/m,
    );
    expect((await accord(...products, "live")).out).to.include("may sell nothing in live");
    await accord("insurers", "off", "aegis");
    expect((await accord("insurers", "list")).out).to.match(/^aegis .* no +3 /m);
    expect((await accord(...products, "test")).out).to.include("insurer off");
    await accord("insurers", "on", "aegis");
    await accord("insurance", "withdraw", "acme", ...where);
    expect((await accord(...products, "test")).out).to.include("may sell nothing in test");
  });

  it("speak JSON to programs", async () => {
    await addAegis();
    const [outcome] = await json("insurers", "sync", "aegis");
    expect(outcome).to.deep.equal({ providerId: "aegis", listed: 4, hidden: 0, failure: null });
    const [listed] = await json("insurers", "list");
    expect(listed).to.include({ id: "aegis", active: true, products: 3 }).and.not.have.property("credential");
    expect(await json("insurers", "off", "aegis")).to.deep.equal({ id: "aegis", active: false });
    const live = [...thirdParty, "--environment", "live"];
    const allowed = await json("insurance", "allow", "acme", ...live, "--rate", "7");
    expect(allowed).to.include({ environment: "live", rateBasisPoints: 700, platformBasisPoints: 0 });
    const [permission] = await json("insurance", "products", "acme", "--environment", "live");
    expect(permission).to.include({ productId: "motor-third-party", rateBasisPoints: 700, status: "insurer off" });
    expect(await json("insurance", "withdraw", "acme", ...live)).to.deep.equal({
      business: "acme",
      product: "aegis/motor-third-party",
      environment: "live",
    });
  });

  describe("an insurer's token", () => {
    const url = "https://api.borealis.example/accord";

    it("comes from the environment", async () => {
      env.ACCORD_INSURER_CREDENTIAL = "from-environment";
      const { out } = await accord(...adding("borealis", url), "--redirect-host", "f.example", "g.example:8443");
      expect(await credentialOf("borealis")).to.equal("from-environment");
      expect(out).to.include("f.example g.example:8443").and.include("accord insurers sync borealis");
    });

    it("comes from the first line of standard input, in whatever pieces", async () => {
      env.ACCORD_INSURER_CREDENTIAL = "from-environment";
      stdin = ["from-", "stdin\r\nsecond", " line"];
      await accord(...adding("borealis", url), "--credential-stdin");
      expect(await credentialOf("borealis")).to.equal("from-stdin");
    });

    it("is asked for, and no option takes it", async () => {
      const { exitCode, err } = await accord(...adding("borealis", url));
      expect(exitCode).to.equal(1);
      expect(err).to.include("ACCORD_INSURER_CREDENTIAL").and.include("--credential-stdin");
      expect((await accord(...adding("borealis", url), "--credential", "secret")).err).to.include("unknown option");
    });

    it("is never printed", async () => {
      env.ACCORD_INSURER_CREDENTIAL = "s3cret";
      for (const args of [
        adding("borealis", url),
        [...adding("borealis", url), "--json"],
        ["insurers", "list", "--json"],
      ])
        expect(Object.values(await accord(...args)).join()).not.to.include("s3cret");
    });
  });

  it("replace what is known of an insurer, which stays switched off when it was", async () => {
    await addAegis();
    await accord("insurers", "off", "aegis");
    env.ACCORD_INSURER_CREDENTIAL = "next";
    const { out } = await accord(...adding("aegis", "https://elsewhere.example"));
    expect(out).to.include("accord insurers on aegis");
    expect(await credentialOf("aegis")).to.equal(undefined);
    await accord("insurers", "on", "aegis");
    expect(await credentialOf("aegis")).to.equal("next");
  });

  it("sync the others when one insurer is away, and end with exit code 1", async () => {
    await addAegis();
    const away = new ScriptedInsurer();
    await away.start();
    env.ACCORD_INSURER_CREDENTIAL = "any";
    away.answerJson(404, { code: "\u001b[2J" });
    await accord(...adding("away", away.origin), "--allow-loopback");
    const { exitCode, out, err } = await accord("insurers", "sync");
    await away.stop();
    expect(exitCode).to.equal(1);
    expect(out)
      .to.match(/^aegis +4 +0 +complete$/m)
      .and.match(/^away +0 +0 +away listProducts: answered 404/m);
    expect(err).to.include("from away;");
  });

  it("print no control characters of an insurer's texts", async () => {
    await addAegis();
    await accord("insurers", "sync");
    await database.pool.query("UPDATE insurer_products SET name = E'Basic\\u001b[2J\\u202e'");
    await accord("insurance", "allow", "acme", ...thirdParty, "--environment", "test", "--rate", "1");
    const { out } = await accord("insurance", "products", "acme", "--environment", "test");
    expect(out).to.include("Basic\ufffd[2J\ufffd");
  });

  const allow = (...rest: string[]) => ["insurance", "allow", "acme", ...rest, "--environment", "test"];
  const refusals: [args: string[], says: string][] = [
    [adding("Aegis", "https://aegis.example"), "lower-case"],
    [adding("aegis", "http://aegis.example"), "https"],
    [adding("aegis", "http://127.0.0.1:8090"), "https"],
    [["insurers", "sync", "nobody"], "accord insurers list"],
    [["insurers", "off", "nobody"], "there are aegis"],
    [["insurers", "on", "nobody"], "there are aegis"],
    [["insurance", "products", "nobody", "--environment", "test"], "acme"],
    [["insurance", "products", "acme"], "--environment"],
    [["insurance", "products", "acme", "--environment", "prod"], "test, live"],
    [allow(...thirdParty), "--rate"],
    [allow(...thirdParty, "--rate", "100.01"), "from 0 to 100"],
    [allow(...thirdParty, "--rate", "1.255"), "two decimals"],
    [allow(...thirdParty, "--rate", "-1"), "from 0 to 100"],
    [allow(...thirdParty, "--rate", "60", "--platform-rate", "41"), "whole price"],
    [allow("--provider", "nobody", "--product", "x", "--rate", "1"), "there are aegis"],
    [allow("--provider", "aegis", "--product", "x", "--rate", "1"), "accord insurers sync aegis"],
    [["insurance", "withdraw", "acme", ...thirdParty, "--environment", "test"], "accord insurance products"],
  ];
  for (const [args, says] of refusals)
    it(`refuse "${args.join(" ")}" with exit code 1, saying why on standard error only`, async () => {
      await addAegis();
      const { exitCode, out, err } = await accord(...args);
      expect({ exitCode, out }).to.deep.equal({ exitCode: 1, out: "" });
      expect(err).to.include("error: ").and.include(says);
    });

  for (const [rate, points] of [
    ["0", 0],
    ["100", 10_000],
    ["100.00", 10_000],
    ["12.29", 1_229],
    ["0.07", 7],
    ["8.2", 820],
  ] as const)
    it(`take ${rate} % for ${points} basis points`, async () => {
      await addAegis();
      await accord("insurers", "sync");
      expect(await json(...allow(...thirdParty, "--rate", rate))).to.have.property("rateBasisPoints", points);
    });

  it("explain themselves with examples, without opening the database", async () => {
    for (const args of [
      ["insurers", "add"],
      ["insurers", "sync"],
      ["insurance", "allow"],
      ["insurance", "withdraw"],
      ["insurance", "products"],
      ["insurance", "intents", "settle"],
      ["insurance", "intents", "clear"],
    ]) {
      const { exitCode, out, opened } = await accord(...args, "--help");
      expect([exitCode, opened]).to.deep.equal([0, 0]);
      expect(out)
        .to.include(`Usage: accord ${args.join(" ")}`)
        .and.match(/^Examples?:\n/m);
    }
  });

  it("say so when there is nothing to list", async () => {
    expect((await accord("insurers", "list")).out).to.include("accord insurers add --help");
    expect((await accord("insurers", "sync")).out).to.equal("No insurer is switched on.\n");
  });
});
