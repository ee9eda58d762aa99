import { expect } from "chai";
import { presentSession } from "#src/apis/management/present-session.ts";
import { listAuditEvents } from "#src/identity/audit.ts";
import { issueSignInCode, signIn } from "#src/identity/console-sessions.ts";
import { localOperator, membershipsOf, personByName, roleIn, setRole } from "#src/identity/people.ts";
import { createProject } from "#src/identity/projects.ts";
import { entities, migrations } from "#src/schema.ts";
import { openDatabase } from "#src/storage/database.ts";
import { aBusiness } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";

describe("people", () => {
  const database = testDatabase();

  it("know the machine's operator, who is the same each time and an owner of every business", async () => {
    const operator = await database.operator();
    const first = await localOperator(operator);
    const again = await localOperator(operator);
    expect(again.id).to.equal(first.id);
    const business = await aBusiness(database);
    expect(await roleIn(database, again, business.id)).to.equal("owner");
    expect(
      (await membershipsOf(database.dataSource.manager, again)).map((membership) => membership.business.id),
    ).to.include(business.id);
    const added = await listAuditEvents(database, { limit: 100 });
    expect(added.filter(({ action }) => action === "person.added")).to.have.length(1);
    const code = await issueSignInCode(operator, again);
    const unread = new Error("What people have a role in cannot be read");
    const failed = signIn(database, code, new Date(), () => Promise.reject(unread));
    expect(await failureOf(failed)).to.equal(unread);
    // The link is still good.
    const [session] = await signIn(database, code, new Date(), () => {});
    expect(session.person.id).to.equal(first.id);
  });

  it("sign in many at once over one connection", async () => {
    const person = await setRole(await database.operator(), {
      business: await aBusiness(database),
      email: "grace@example.org",
      role: "owner",
    });
    const narrow = await openDatabase(database.url, { entities, migrations, poolSize: 1, connectTimeoutMs: 2_000 });
    try {
      const codes = [];
      for (let count = 0; count < 5; count++) codes.push(await issueSignInCode(await database.operator(), person));
      const signIns = codes.map((code) => signIn(narrow, code, new Date(), presentSession));
      for (const [session, shown] of await Promise.all(signIns)) {
        expect(session.person.id).to.equal(person.id);
        expect(shown.businesses).to.have.length(1);
      }
    } finally {
      await narrow.close();
    }
  });

  it("see projects of each of their businesses, however many another has", async () => {
    const operator = await database.operator();
    const [large, small] = [await aBusiness(database), await aBusiness(database)];
    await createProject(operator, small, { name: "Zebra", slug: "zebra" });
    await operator.pool.query(
      `INSERT INTO projects (id, business_id, name, slug, created_at)
       SELECT gen_random_uuid(), $1, 'Project', 'p' || lpad(n::text, 4, '0'), now() FROM generate_series(1, 1001) n`,
      [large.id],
    );
    for (const business of [large, small])
      await setRole(operator, { business, email: "eve@example.org", role: "owner" });
    const eve = await personByName(database, "eve@example.org");
    const seen = await membershipsOf(database.dataSource.manager, eve);
    const slugsOf = (id: string) =>
      seen.find(({ business }) => business.id === id)?.projects.map((project) => project.slug) ?? [];
    expect(slugsOf(small.id)).to.deep.equal(["zebra"]);
    expect(slugsOf(large.id)).to.have.length(1_000);
    expect([slugsOf(large.id)[0], slugsOf(large.id)[999]]).to.deep.equal(["p0001", "p1000"]);
  });

  it("have one role in a business, the last that they were given, and none in others", async () => {
    const operator = await database.operator();
    const [business, other] = [await aBusiness(database), await aBusiness(database)];
    await setRole(operator, { business, email: "Ada@example.org", role: "viewer" });
    const ada = await setRole(operator, { business, email: "ada@example.org", role: "owner" });
    expect(await roleIn(database, ada, business.id)).to.equal("owner");
    expect(await roleIn(database, ada, other.id)).to.equal(null);
    expect((await membershipsOf(database.dataSource.manager, ada)).map((membership) => membership.role)).to.deep.equal([
      "owner",
    ]);
  });
});
