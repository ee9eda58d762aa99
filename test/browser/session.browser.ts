/**
 * The console's session where something goes wrong: it has ended, the server is away, or another tab has signed in again.
 *
 *     npm test -- test/browser/session.browser.ts
 */
import { expect } from "chai";
import type { Page } from "playwright-core";
import type { Business, Person } from "#src/identity/entities.ts";
import { setRole } from "#src/identity/people.ts";
import { ManagementServer } from "#test/builders/management.ts";
import { desktop, narrow, TestBrowser, type Visit } from "./support/visits.ts";

const signOutAddress = "**/management/v1/sign-in/provider/sign-out";

describe("the console's session", () => {
  const server = new ManagementServer();
  let origin: string;
  const browser = new TestBrowser();
  let visit: Visit;
  let page: Page;

  before(async () => {
    await server.start();
    ({ origin } = new URL(server.baseUrl));
  });
  after(() => server.stop());
  beforeEach(async () => {
    visit = await browser.visit(origin);
    ({ page } = visit);
  });

  async function signIn(tab: Page, person: Person): Promise<void> {
    await tab.goto(`${origin}/console/sign-in#${await server.aCode(person)}`);
    await tab.getByRole("heading", { name: "Console" }).waitFor();
  }

  /** Opens a page that asks for nothing more once it is there. */
  async function openKeys(person: Person, { slug }: Business): Promise<void> {
    await signIn(page, person);
    await visit.open(`/console/${slug}/-/test/keys`);
    await page.getByText("There is no key for test data yet").waitFor();
  }

  /** Signs in from another tab of the same browser. */
  async function signInBeside(person: Person): Promise<void> {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(0);
    await signIn(tab, person);
    await tab.close();
  }

  /** Ends the session without the page, as another tab does. */
  async function endSession(): Promise<void> {
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const session = await server.get<{ csrfToken: string }>("/v1/session", { cookie });
    const headers = { cookie, "x-csrf-token": session.body.csrfToken };
    const { status } = await server.send("DELETE", "/v1/session", { headers });
    expect(status).to.equal(204);
  }

  const signedOut = () => page.getByRole("heading", { name: "Sign in" }).waitFor();
  const signOut = () => page.getByRole("button", { name: "Sign out" }).click();

  async function makeKey(): Promise<void> {
    await page.getByText("Make a key for test data").click();
    await page.getByRole("button", { name: "Make the key" }).click();
  }

  it("says why signing out failed, and signs out when tried again", async () => {
    const { person } = await server.aPerson("owner");
    await signIn(page, person);
    for (const [fail, words] of [
      [{ status: 503, json: { detail: "The server is busy." } }, "The server is busy."],
      [null, "The server cannot be reached."],
    ] as const) {
      await page.route(signOutAddress, (route) => (fail === null ? route.abort() : route.fulfill(fail)));
      await signOut();
      await page.getByRole("alert").getByText(words).waitFor();
      await page.unroute(signOutAddress);
    }
    for (const viewport of [desktop, narrow]) {
      await page.setViewportSize(viewport);
      await visit.picture(`sign-out-refused-${viewport.width}`);
      expect(await visit.barriers()).to.deep.equal([]);
      expect(await visit.overhang()).to.equal(0);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await signedOut();
  });

  it("has signed out whose session had ended before", async () => {
    const { person, business } = await server.aPerson("owner");
    await openKeys(person, business);
    await endSession();
    await signOut();
    await signedOut();
    await visit.open("/console");
    await signedOut();
  });

  it("shows the sign-in page once a page is refused because the session has ended", async () => {
    const { person, business } = await server.aPerson("owner");
    await openKeys(person, business);
    await endSession();
    await page.getByRole("link", { name: "Audit log" }).click();
    await signedOut();
  });

  it("shows the sign-in page when a token for another API is refused because the session has ended", async () => {
    const { person, business, project } = await server.aPerson("owner");
    await openKeys(person, business);
    await endSession();
    await page.getByRole("link", { name: `${project.name}: issues` }).click();
    await signedOut();
  });

  it("asks for the session once where everything is refused, as by an access list before the server", async () => {
    const { person, business } = await server.aPerson("owner");
    await openKeys(person, business);
    let asked = 0;
    await page.route("**/management/v1/**", (route) => {
      if (route.request().url().endsWith("/v1/session")) asked++;
      return route.fulfill({ status: 403, json: { code: "FORBIDDEN", detail: "Not from here." } });
    });
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByText("Not from here.").first().waitFor();
    expect(asked).to.be.within(1, 5);
    await page.unroute("**/management/v1/**");
  });

  it("goes on after the same person has signed in from another tab", async () => {
    const { person, business, project } = await server.aPerson("owner");
    await openKeys(person, business);
    await signInBeside(person);
    await makeKey();
    await page.getByText("Keep it now").waitFor();
    await signInBeside(person);
    await page.getByRole("link", { name: `${project.name}: issues` }).click();
    await page.getByText("No issue meets this").waitFor();
    await signInBeside(person);
    await signOut();
    await signedOut();
  });

  it("shows another person who has signed in from another tab, and does nothing in their name", async () => {
    const { person, business, project } = await server.aPerson("owner");
    const other = (await server.aPerson("owner", { business, project })).person;
    await openKeys(person, business);
    await signInBeside(other);
    await makeKey();
    await page.getByTitle("Signed in").getByText(other.name).waitFor();
    await page.getByText("There is no key for test data yet").waitFor();
    expect(await page.getByRole("alert").count()).to.equal(0);
    await makeKey();
    await page.getByText("Keep it now").waitFor();
  });

  it("tells a role's refusal from one of the session, with one look at the session", async () => {
    const { person, business } = await server.aPerson("owner");
    await openKeys(person, business);
    await setRole(await server.database.operator(), { business, email: person.name, role: "viewer" });
    const asked: string[] = [];
    page.on("request", (request) =>
      asked.push(`${request.method()} ${new URL(request.url()).pathname.split("/").at(-1)}`),
    );
    await makeKey();
    await page.getByRole("alert").getByText("Only an owner of the business may do this").waitFor();
    expect(asked).to.deep.equal(["POST keys", "GET session"]);
  });
});
