import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { completeActivationStep } from "#src/identity/activation.ts";
import { identityCommands } from "#src/identity/commands.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { validMobileSecrets } from "#src/identity/mobile-secrets.ts";
import { accordOn, type EndedOn } from "#test/support/command-context.ts";
import { emptiedDatabase } from "#test/support/database.ts";

const masterKey = randomBytes(32);

describe("accord business, project and keys", () => {
  const database = emptiedDatabase({ as: "owner" });
  const accord = (...args: string[]): Promise<EndedOn> =>
    accordOn(
      { database, masterKey },
      (open, write) => identityCommands(open, [], () => "http://127.0.0.1:8080", write),
      args,
    );

  async function json(...args: string[]) {
    const { exitCode, out, err } = await accord(...args, "--json");
    expect({ exitCode, err }).to.deep.equal({ exitCode: 0, err: "" });
    return JSON.parse(out);
  }

  it("takes an operator from nothing to a working key", async () => {
    await accord("business", "create", "Acme Stores", "--country", "NG");
    await accord("project", "create", "acme-stores", "Checkout", "--origin", "https://shop.example");
    const created = await accord("keys", "create", "acme-stores/checkout", "--env", "live", "--label", "CI");
    expect(created.out).to.contain("not shown again");
    const [key = ""] = /sk_live_\S+:\S+/.exec(created.out) ?? [];
    const verified = await createKeyVerifier(database).verify(key);
    expect(verified.project?.allowedOrigins).to.deep.equal(["https://shop.example"]);
    expect([...verified.scopes]).to.deep.equal(["ingest:write"]);
    expect((await accord("keys", "list", "acme-stores")).out)
      .to.contain(verified.keyId)
      .and.contain("CI")
      .and.not.contain(key);
    expect(created.opened).to.equal(1);
  });

  it("speaks JSON to programs", async () => {
    const business = await json("business", "create", "Acme");
    expect(business).to.include({ name: "Acme", slug: "acme", productionActivatedAt: null });
    const project = await json("project", "create", "acme", "Web", "--slug", "w");
    expect(project).to.include({ slug: "w", businessId: business.id, active: true });
    const key = await json("keys", "create", "acme/w", "--scope", "symbols:upload", "symbols:read");
    expect(key).to.deep.include({
      environment: "test",
      scopes: ["symbols:upload", "symbols:read"],
      projectId: project.id,
    });
    expect(key.key).to.match(new RegExp(`^${key.keyId}:`));
    expect(await json("business", "list")).to.deep.equal([business]);
    expect(await json("project", "list")).to.deep.equal([project]);
    expect(await json("project", "list", "acme")).to.deep.equal([project]);
    const [listed] = await json("keys", "list", "acme/w");
    expect(listed).to.include({ id: key.keyId, active: true, revokedAt: null }).and.not.have.property("secretSha256");
  });

  it("shows, describes and approves a business", async () => {
    const { id } = await json("business", "create", "Acme");
    expect((await accord("business", "show", "acme")).out).to.contain("not activated");
    expect((await json("business", "profile", "acme", "--contact-email", "ops@acme.example")).profile).to.deep.equal({
      contactEmail: "ops@acme.example",
    });
    await accord("business", "profile", "acme", "--country", "NG");
    for (const step of ["TEST_PURCHASE", "WEBHOOK_TEST"] as const) {
      await completeActivationStep(database.pool, id, step, new Date());
    }
    const approved = await json("business", "activate", "acme");
    expect(approved.productionActivatedAt).to.be.a("string");
    expect(await json("business", "activate", "acme")).to.deep.equal(approved);
    expect(await json("business", "show", "acme")).to.deep.equal(approved);
    expect((await accord("business", "list")).out).not.to.contain("not activated");
  });

  it("refuses to approve a business with open steps, lists them, and does it when told twice", async () => {
    const { id } = await json("business", "create", "Acme", "--country", "NG", "--contact-email", "ops@acme.example");
    await completeActivationStep(database.pool, id, "WEBHOOK_TEST", new Date());
    const { exitCode, out, err } = await accord("business", "activate", "acme");
    expect({ exitCode, out }).to.deep.equal({ exitCode: 1, out: "" });
    expect(err.match(/^ +[A-Z_]+(?=: )/gm)?.map((step) => step.trim())).to.deep.equal(["TEST_PURCHASE"]);
    expect(err).to.contain("--force");
    expect(await json("business", "show", "acme")).to.include({ productionActivatedAt: null });

    const forced = await json("business", "activate", "acme", "--force");
    expect(forced.productionActivatedAt).to.be.a("string");
    expect(await json("business", "activate", "acme")).to.deep.equal(forced);
  });

  it("shows how far a business is on its way to production", async () => {
    const { id } = await json("business", "create", "Acme");
    await completeActivationStep(database.pool, id, "TEST_PURCHASE", new Date("2026-01-02T03:04:05.678Z"));
    expect((await json("business", "show", "acme")).activation).to.deep.equal([
      { step: "BUSINESS_PROFILE", completedAt: null },
      { step: "TEST_PURCHASE", completedAt: "2026-01-02T03:04:05.678Z" },
      { step: "WEBHOOK_TEST", completedAt: null },
      { step: "OPERATOR_APPROVAL", completedAt: null },
    ]);
    expect((await accord("business", "show", "acme")).out)
      .to.match(/^TEST_PURCHASE +2026-01-02T03:04:05\.678Z /m)
      .and.match(/^WEBHOOK_TEST +open /m);
  });

  for (const environment of ["test", "live"] as const) {
    it(`makes a ${environment} key of a business as a whole, which needs no scopes`, async () => {
      const { id } = await json("business", "create", "Acme");
      const created = await json("keys", "create", "acme", "--env", environment);
      expect(created).to.deep.include({ environment, scopes: [], projectId: null });
      const verified = await createKeyVerifier(database).verify(created.key);
      expect(verified).to.include({ environment, project: null }).and.have.nested.property("business.id", id);
      expect(verified.scopes.size).to.equal(0);
    });
  }

  it("says that a live key of a business waits for its approval, and of a project not", async () => {
    await accord("business", "create", "Acme");
    await accord("project", "create", "acme", "Web");
    const noted = async (...args: string[]) => (await accord("keys", "create", ...args)).out.includes("not approved");
    expect(await noted("acme", "--env", "live")).to.equal(true);
    expect(await noted("acme", "--env", "test")).to.equal(false);
    expect(await noted("acme/web", "--env", "live")).to.equal(false);
    await accord("business", "activate", "acme", "--force");
    expect(await noted("acme", "--env", "live")).to.equal(false);
  });

  it("says in the help of keys create which keys the insurance API takes", async () => {
    const { out } = await accord("keys", "create", "--help");
    expect(out)
      .to.match(/insurance API takes keys of a business as a whole/)
      .and.contain("accord keys create acme --env live\n");
  });

  it("switches a project off and on and replaces its origins", async () => {
    await accord("business", "create", "Acme");
    await accord("project", "create", "acme", "Web");
    expect((await json("project", "deactivate", "acme/web")).active).to.equal(false);
    expect((await accord("project", "list")).out).to.match(/acme\/web .* no$/m);
    expect((await json("project", "activate", "acme/web")).active).to.equal(true);
    expect(await json("project", "origins", "set", "acme/web", "https://a.example")).to.deep.include({
      allowedOrigins: ["https://a.example"],
      allowedOriginsVersion: 2,
    });
    expect((await json("project", "origins", "set", "acme/web")).allowedOrigins).to.deep.equal([]);
    expect((await accord("project", "show", "acme/web")).out).to.contain("every origin");
  });

  it("rotates and revokes mobile secrets", async () => {
    await accord("business", "create", "Acme");
    const { id: projectId } = await json("project", "create", "acme", "App");
    const first = await json("project", "mobile-secret", "create", "acme/app", "--env", "live");
    const second = await accord("project", "mobile-secret", "create", "acme/app", "--env", "live");
    expect(second.out).to.contain("not shown again");
    const [secret] = /ms_live_\S+/.exec(second.out) ?? [];
    const valid = () => validMobileSecrets(database, masterKey, { projectId, environment: "live" }, Date.now());
    expect(await valid()).to.have.members([first.secret, secret]);
    expect(await json("project", "mobile-secret", "revoke", "acme/app", first.id)).to.deep.equal({
      id: first.id,
      revoked: true,
    });
    expect(await valid()).to.deep.equal([secret]);
    expect((await accord("project", "mobile-secret", "list", "acme/app")).out)
      .to.contain("no end")
      .and.contain(first.id);
    const third = await json("project", "mobile-secret", "create", "acme/app", "--env", "live", "--overlap-days", "0");
    expect(await valid()).to.deep.equal([third.secret]);
  });

  it("switches keys off and on and revokes them", async () => {
    await accord("business", "create", "Acme");
    const { keyId } = await json("keys", "create", "acme");
    expect((await accord("keys", "deactivate", keyId)).out).to.contain("inactive");
    expect((await json("keys", "activate", keyId)).active).to.equal(true);
    expect((await accord("keys", "revoke", keyId)).out).to.contain("revoked");
    const refused = await accord("keys", "activate", keyId);
    expect(refused.exitCode).to.equal(1);
    expect(refused.err).to.contain("is revoked");
  });

  const refusals: [args: string[], says: string][] = [
    [["business", "show", "nobody"], "acme"],
    [["business", "create", "Acme"], "taken"],
    [["business", "create", "Acme", "--country", "xx"], "ISO 3166-1"],
    [["project", "show", "acme/nothing"], "web"],
    [["project", "create", "acme", "Web"], "already has"],
    [["project", "create", "acme", "Shop", "--origin", "shop"], "not an origin"],
    [["project", "mobile-secret", "create", "acme/web", "--overlap-days", "-1"], "0 to 365"],
    [["project", "mobile-secret", "revoke", "acme/web", "x"], "no mobile secret"],
    [["keys", "create", "acme/web", "--scope", "everything"], "ingest:write"],
    [["keys", "create", "acme/web", "--env", "prod"], "test, live"],
    [["keys", "revoke", "sk_test_0"], "no key"],
  ];
  it("refuses what cannot be with exit code 1, saying why on standard error only", async () => {
    await accord("business", "create", "Acme");
    await accord("project", "create", "acme", "Web");
    for (const [args, says] of refusals) {
      const { exitCode, out, err } = await accord(...args);
      expect({ exitCode, out }, args.join(" ")).to.deep.equal({ exitCode: 1, out: "" });
      expect(err, args.join(" ")).to.contain("error: ").and.contain(says);
    }
  });

  it("explains itself without opening the database", async () => {
    for (const args of [
      ["business"],
      ["project", "origins"],
      ["project", "mobile-secret", "create"],
      ["keys", "create"],
    ]) {
      const { exitCode, out, opened } = await accord(...args, "--help");
      expect([exitCode, opened]).to.deep.equal([0, 0]);
      expect(out).to.contain(`Usage: accord ${args.join(" ")}`);
    }
  });

  it("says so when there is nothing to list", async () => {
    expect((await accord("business", "list")).out).to.equal("There is no business yet.\n");
    expect((await accord("business", "show", "x")).err).to.contain("none exists yet");
  });
});
