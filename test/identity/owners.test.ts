import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { createApiKey, listApiKeys, revokeApiKey, setApiKeyActive } from "#src/identity/api-keys.ts";
import { activateBusiness, businessBySlug, createBusiness, updateProfile } from "#src/identity/businesses.ts";
import { issueKey } from "#src/identity/key-format.ts";
import { createProject, ownerByPath, projectByPath, setAllowedOrigins } from "#src/identity/projects.ts";
import { aBusiness, anApiKey, aProject } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";
import { problemOf } from "#test/support/failure-of.ts";

const refusalOf = async (work: Promise<unknown>) => (await problemOf(work)).detail;

describe("businesses, projects and their keys", () => {
  const database = testDatabase({ as: "owner" });

  it("make a slug from the name", async () => {
    const business = await createBusiness(database, { name: "  Café Nwa & Sons  " });
    expect(business).to.include({ name: "Café Nwa & Sons", slug: "cafe-nwa-sons" });
    expect(await businessBySlug(database, "cafe-nwa-sons")).to.deep.equal(business);
    expect(await refusalOf(createBusiness(database, { name: "!!!" }))).to.contain("give one");
  });

  it("refuse a slug that is taken, and give it to exactly one that races for it", async () => {
    const slug = `race-${randomUUID()}`;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => createBusiness(database, { name: "Racer", slug })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect(await refusalOf(createBusiness(database, { name: "Late", slug }))).to.contain(`${slug} is taken`);
  });

  for (const slug of ["", "A", "a b", "-a", "a-", "a/b", "ä", "a".repeat(64)]) {
    it(`refuse ${JSON.stringify(slug)} as a slug`, async () => {
      expect(await refusalOf(createBusiness(database, { name: "Acme", slug }))).to.contain("no slug");
    });
  }

  for (const name of ["", "   ", "a\u0000b", "x".repeat(201)]) {
    it(`refuse ${JSON.stringify(name.slice(0, 5))} (${name.length} characters) as a name`, async () => {
      expect(await refusalOf(createBusiness(database, { name, slug: "fine" }))).to.contain("1 to 200 characters");
    });
  }

  it("name what exists when a slug does not", async () => {
    const { business, project } = await aProject(database);
    expect(await refusalOf(businessBySlug(database, "nobody"))).to.contain(business.slug);
    expect(await refusalOf(projectByPath(database, `${business.slug}/nothing`))).to.contain(project.slug);
    expect(await refusalOf(projectByPath(database, business.slug))).to.contain(project.slug);
    expect(await refusalOf(ownerByPath(database, `${business.slug}/a/b`))).to.contain("<business>/<project>");
  });

  it("tell a project by its path, and a slug twice only in two businesses", async () => {
    const [one, two] = [await aBusiness(database), await aBusiness(database)];
    const project = await createProject(database, one, { name: "Web Shop" });
    await createProject(database, two, { name: "Web Shop" });
    expect(await projectByPath(database, `${one.slug}/web-shop`)).to.deep.equal(project);
    expect(await refusalOf(createProject(database, one, { name: "Web Shop" }))).to.contain("already has a project");
  });

  it("raise the version of the allowed origins with every change, also under concurrent ones", async () => {
    const { project } = await aProject(database);
    await Promise.all(["a", "b", "c"].map((host) => setAllowedOrigins(database, project, [`https://${host}.example`])));
    const changed = await setAllowedOrigins(database, project, ["HTTPS://Shop.example:443"]);
    expect(changed).to.deep.include({ allowedOrigins: ["https://shop.example"], allowedOriginsVersion: 5 });
    expect(await refusalOf(setAllowedOrigins(database, project, ["shop"]))).to.contain("not an origin");
  });

  it("keep the first production activation", async () => {
    const business = await aBusiness(database);
    const first = new Date("2026-01-01T00:00:00.000Z");
    await activateBusiness(database, business, first);
    expect((await activateBusiness(database, business)).productionActivatedAt).to.deep.equal(first);
  });

  it("change a profile field by field and refuse malformed ones", async () => {
    const business = await aBusiness(database, { profile: { country: "NG" } });
    const changed = await updateProfile(database, business, { contactEmail: "ops@acme.example" });
    expect(changed.profile).to.deep.equal({ country: "NG", contactEmail: "ops@acme.example" });
    expect(await businessBySlug(database, business.slug)).to.deep.equal(changed);
    expect(await refusalOf(updateProfile(database, business, { country: "Nigeria" }))).to.contain("ISO 3166-1");
    expect(await refusalOf(updateProfile(database, business, { contactEmail: "x" }))).to.contain("e-mail");
  });

  it("list keys of a project, or all of a business", async () => {
    const { business, project } = await aProject(database);
    const ofProject = await anApiKey(database, { owner: { business, project } });
    const ofBusiness = await anApiKey(database, { owner: { business, project: null } });
    await anApiKey(database);
    const ids = async (owner: Parameters<typeof listApiKeys>[1]) =>
      (await listApiKeys(database, owner)).map(({ id }) => id);
    expect(await ids({ business, project })).to.deep.equal([ofProject.keyId]);
    expect(await ids({ business, project: null })).to.have.members([ofProject.keyId, ofBusiness.keyId]);
  });

  it("never let a key belong to a project of another business", async () => {
    const [{ business }, { project }] = [await aProject(database), await aProject(database)];
    const outcome = await createApiKey(database, { business, project }, { environment: "test", scopes: [] }).catch(
      (error: unknown) => error,
    );
    expect(outcome).to.be.instanceOf(Error);
  });

  it("keep the first revocation, which nothing undoes", async () => {
    const { keyId } = await anApiKey(database);
    const first = new Date("2026-01-01T00:00:00.000Z");
    await revokeApiKey(database, keyId, first);
    expect((await revokeApiKey(database, keyId)).revokedAt).to.deep.equal(first);
    expect(await refusalOf(setApiKeyActive(database, keyId, true))).to.contain("is revoked");
  });

  it("refuse an unknown key id without repeating a secret pasted with it", async () => {
    const { key, keyId, secret } = issueKey("test");
    expect(await refusalOf(revokeApiKey(database, keyId))).to.contain(keyId);
    expect(await refusalOf(revokeApiKey(database, key)))
      .to.contain(keyId)
      .and.not.contain(secret);
  });
});
