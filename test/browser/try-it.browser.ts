/**
 * The first request that a reader sends from a reference: with a key and nothing else filled in, a list of each API answers 200. Needs
 * Chromium, so the plain `npm test` leaves it out.
 *
 *     npm test -- test/browser/try-it.browser.ts
 */
import { expect } from "chai";
import type { Locator } from "playwright-core";
import { apiNames } from "#src/apis/index.ts";
import { createIntegrator } from "#src/apis/wallet/integrators.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { aBusiness, anApiKey } from "#test/builders/identity.ts";
import { opened } from "#test/support/opened.ts";
import { startTestServer } from "#test/support/server.ts";
import { TestBrowser } from "./support/visits.ts";

interface Trial {
  /** A list's place in the references. */
  readonly at: string;
  /** What the field for a credential says to whoever has not filled it in; null where there is none. */
  readonly hint: string | null;
  readonly credential?: () => Promise<string>;
  /** What else has to be filled in, by the name of its parameter. */
  readonly fields?: () => Promise<Readonly<Record<string, string>>>;
  /** The names of the query parameters that are sent. */
  readonly sent: readonly string[];
}

describe("a list that is tried from its reference", () => {
  const browser = new TestBrowser();
  const server = opened(() => startTestServer({ apis: apiNames }));

  async function json<T>(path: string, init: RequestInit = {}): Promise<T> {
    return (await (await fetch(server.url + path, init)).json()) as T;
  }

  const wallet = async () => {
    const made = await createIntegrator(await server.database.operator(), "Acme", new Date());
    const credentials = Buffer.from(`${made.consumerKey}:${made.consumerSecret}`).toString("base64");
    const { access_token: token } = await json<{ access_token: string }>(
      "/wallet/token?grant-type=client-credentials&validityPeriod=600",
      { method: "POST", headers: { authorization: `Basic ${credentials}` } },
    );
    return { token, credentials };
  };
  let made: ReturnType<typeof wallet> | undefined;
  const integrator = () => {
    made ??= wallet();
    return made;
  };

  const signIn = async () => {
    const headers = { "content-type": "application/json" };
    const account = { email: "ada@example.org", password: "a lamp by the window" };
    const post = <T>(path: string, body: object) =>
      json<T>(`/placeholder/v1/auth/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    await post("register", { name: "Ada", ...account });
    return (await post<{ data: { accessToken: string } }>("login", account)).data.accessToken;
  };

  const keyHint = "sk_test_…:…";
  const trials: readonly Trial[] = [
    {
      at: "/observability/docs#tag/events/GET/api/v1/monitor/events",
      hint: keyHint,
      credential: async () => (await anApiKey(server.database, { scopes: ["events:read"] })).key,
      sent: [],
    },
    {
      at: "/insurance/docs#tag/catalog/GET/api/v1/products",
      hint: keyHint,
      credential: async () => {
        const operator = await server.database.operator();
        const owner = { business: await aBusiness(server.database), project: null };
        return (await createApiKey(operator, owner, { environment: "test", scopes: [] })).key;
      },
      sent: [],
    },
    {
      at: "/wallet/docs#tag/banks/GET/api/v1/bank",
      hint: "access_token",
      credential: async () => (await integrator()).token,
      fields: async () => ({ "wallet-credentials": (await integrator()).credentials }),
      sent: ["wallet-credentials"],
    },
    {
      at: "/ordering/docs#tag/vendors/GET/api/v1/customers/customers/vendors/nearby",
      hint: null,
      sent: ["latitude", "longitude"],
    },
    {
      at: "/placeholder/docs#tag/products/GET/v1/products",
      hint: "accessToken",
      credential: signIn,
      sent: [],
    },
  ];

  async function fill(dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      const row = dialog.getByRole("row").filter({ hasText: name }).first();
      await row.locator('[contenteditable="true"]').last().fill(value);
    }
  }

  for (const { at, hint, credential, fields, sent } of trials) {
    it(`answers 200 at the first click: ${at}`, async () => {
      const visit = await browser.visit(server.url);
      const { page, faults } = visit;
      await visit.open(at);
      const section = page.locator(`[id$="${at.slice(at.indexOf("#") + 1)}"]`).first();
      await section
        .getByRole("button", { name: /Test Request/ })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      const field = dialog.locator(".scalar-password-input");
      if (hint === null) expect(await field.count()).to.equal(0);
      else {
        await field.waitFor();
        expect(await field.getAttribute("placeholder")).to.equal(hint);
        await field.fill((await credential?.()) ?? "");
      }
      await fill(dialog, (await fields?.()) ?? {});
      const answered = page.waitForResponse((response) => response.request().resourceType() === "fetch");
      await dialog.getByRole("button", { name: /^Send/ }).first().click();
      const answer = await answered;
      await dialog.getByText("200 OK").waitFor();
      expect([...new URL(answer.url()).searchParams.keys()]).to.deep.equal(sent);
      expect(faults).to.deep.equal([]);
    });
  }
});
