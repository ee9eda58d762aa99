/**
 * Signing in to the console at an OpenID provider, as somebody does who has a role, and somebody who has none.
 *
 *     npm test -- test/browser/sign-in.browser.ts
 */
import { expect } from "chai";
import { ManagementServer } from "#test/builders/management.ts";
import { clientId, clientSecret, OpenIdServer } from "#test/support/openid-server.ts";
import { desktop, narrow, TestBrowser, type Visit } from "./support/visits.ts";

describe("signing in to the console at a provider", () => {
  const server = new ManagementServer();
  let origin: string;
  let provider: OpenIdServer;
  let visit: Visit;

  before(async () => {
    // The server's port is known only when it runs: it is reached under a name that the browser takes for it.
    provider = await OpenIdServer.start(["http://accord.localhost/console/sign-in"]);
    const oidc = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret };
    await server.start({ ...oidc, oidcName: "Acme's accounts", oidcSignOut: true });
    origin = "http://accord.localhost";
  });
  const browser = new TestBrowser(() => [
    `--host-resolver-rules=MAP accord.localhost:80 ${new URL(server.baseUrl).host}`,
  ]);
  beforeEach(async () => {
    visit = await browser.visit(origin, { viewport: desktop }, [provider.issuer]);
  });
  after(async () => {
    await server.stop();
    await provider?.stop();
  });

  const toProvider = async (address: string) => {
    await visit.open(address);
    await visit.page.getByRole("button", { name: "Sign in with Acme's accounts" }).click();
    await visit.page.getByRole("heading", { name: "The provider" }).waitFor();
  };
  const continueAs = async (email: string) => {
    await visit.page.getByLabel("E-mail").fill(email);
    await visit.page.getByRole("button", { name: "Continue" }).click();
  };
  const isForEverybody = async (name: string) => {
    for (const [look, viewport] of Object.entries({ light: desktop, narrow })) {
      await visit.page.setViewportSize(viewport);
      await visit.picture(`${name}-${look}`);
      expect(await visit.flaws()).to.deep.equal([]);
      expect(await visit.overhang()).to.equal(0);
    }
    await visit.page.setViewportSize(desktop);
  };

  it("leads there and back to the page that was asked for, and signs out here and there", async () => {
    const { person, business } = await server.aPerson("viewer");
    await toProvider(`/console/${business.slug}/-/test/keys`);
    await continueAs(person.name);
    await visit.page.getByRole("heading", { name: "API keys" }).waitFor();
    expect(new URL(visit.page.url()).pathname).to.equal(`/console/${business.slug}/-/test/keys`);
    expect(await visit.page.evaluate("document.cookie")).to.equal("");
    await visit.page.getByRole("button", { name: "Sign out" }).click();
    await visit.page.getByRole("button", { name: "Yes" }).click();
    await visit.page.getByRole("button", { name: "Sign in with Acme's accounts" }).waitFor();
    await isForEverybody("sign-in");
    expect(visit.faults).to.deep.equal([]);
  });

  it("says so where nobody has given a role, and shows nothing else", async () => {
    await toProvider("/console");
    await continueAs("nobody@example.org");
    await visit.page.getByText("nobody@example.org has no role in a business here").waitFor();
    expect(new URL(visit.page.url()).search).to.equal("");
    await isForEverybody("no-role");
  });

  it("says what to do when the provider refuses", async () => {
    await toProvider("/console");
    await visit.page.getByRole("button", { name: "Cancel" }).click();
    await visit.page.getByText("The provider has refused, or you have cancelled").waitFor();
    await visit.page.getByRole("button", { name: "Sign in with Acme's accounts" }).waitFor();
  });

  it("says what to do while the provider is down", async () => {
    await visit.open("/console");
    await provider.whileDown(async () => {
      await visit.page.getByRole("button", { name: "Sign in with Acme's accounts" }).click();
      await visit.page.getByText("cannot be reached").waitFor();
    });
  });

  it("takes no answer that this window has not asked for", async () => {
    await visit.open("/console/sign-in?code=stolen&state=anything");
    await visit.page.getByText("This sign-in began in another window").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("takes no answer to an attempt that is over", async () => {
    await visit.open("/console");
    const attempt = JSON.stringify(JSON.stringify({ attempt: "b3Zlcg", back: "/console" }));
    await visit.page.evaluate(`sessionStorage.setItem("accordSignIn", ${attempt})`);
    await visit.open("/console/sign-in?code=old&state=old");
    await visit.page.getByText("took longer than ten minutes").waitFor();
  });
});
