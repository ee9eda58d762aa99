/**
 * What the console shows of the installation, to those who operate it, and to others.
 *
 *     npm test -- test/browser/installation.browser.ts
 */
import { expect } from "chai";
import pg from "pg";
import type { Page } from "playwright-core";
import type { Person } from "#src/identity/entities.ts";
import { localOperator } from "#src/identity/people.ts";
import { processName } from "#src/storage/processes.ts";
import { ManagementServer } from "#test/builders/management.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { TestBrowser, type Visit } from "./support/visits.ts";

describe("the console's pages of the installation", () => {
  const server = new ManagementServer();
  let database: TestDatabase;
  let origin: string;
  const browser = new TestBrowser();
  let visit: Visit;

  before(async () => {
    database = await createTestDatabase();
    await server.start({}, { database });
    ({ origin } = new URL(server.baseUrl));
  });
  after(async () => {
    await server.stop();
    await database?.drop();
  });

  /** Opens a page, signed in. */
  async function open(path: string, person: Person): Promise<Page> {
    visit = await browser.visit(origin);
    await visit.open(`/console/sign-in#${await server.aCode(person)}`);
    await visit.page.getByRole("heading", { name: "Console" }).waitFor();
    if (path !== "/console") await visit.open(path);
    return visit.page;
  }

  const theOperator = async () => await localOperator(await server.database.operator());

  it("lists tenants, and leads to each", async () => {
    const { business } = await server.aPerson("owner");
    const page = await open("/console", await theOperator());
    await page.getByRole("link", { name: "Tenants" }).click();
    const row = page.getByRole("row", { name: new RegExp(business.slug) });
    await row.waitFor();
    await visit.isForEverybody("tenants");
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("counts jobs by kind and state", async () => {
    await server.database.owner.query("SELECT graphile_worker.add_job('send-greetings', '{}'::json)");
    const page = await open("/console/-/jobs", await theOperator());
    await page.getByRole("row", { name: /send-greetings queued 1/ }).waitFor();
    await visit.isForEverybody("jobs");
    await server.database.owner.query("DELETE FROM graphile_worker._private_jobs");
    await page.getByRole("button", { name: "Look again" }).click();
    await page.getByText("The queue is empty").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("tells which processes and database nodes there are", async () => {
    const other = new pg.Client({ connectionString: database.ownerUrl, application_name: processName("work") });
    await other.connect();
    try {
      const page = await open("/console/-/nodes", await theOperator());
      await page.getByRole("row", { name: new RegExp(`accord work.*${process.pid}`) }).waitFor();
      await page.getByText("One PostgreSQL, with").waitFor();
      await visit.isForEverybody("nodes");
    } finally {
      await other.end();
    }
  });

  it("shows quotas of a project, and of a business as a whole", async () => {
    const { person, business, project } = await server.aPerson("viewer");
    const page = await open(`/console/${business.slug}/${project.slug}/test/quotas`, person);
    await page.getByRole("row", { name: /^events observability 0 records/ }).waitFor();
    await visit.isForEverybody("quotas");
    await visit.open(`/console/${business.slug}/-/test/quotas`);
    await page.getByText("There are no quotas to show here.").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("is nothing to an owner of a business", async () => {
    const { person } = await server.aPerson("owner");
    const page = await open("/console", person);
    expect(await page.getByText("This installation").count()).to.equal(0);
    for (const name of ["tenants", "jobs", "nodes"]) {
      await visit.open(`/console/-/${name}`);
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    }
    expect(visit.faults).to.deep.equal([]);
  });
});
