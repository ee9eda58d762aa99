/**
 * Walks through each API on a server as `accord start` makes it, insurers and clearing house in a sandbox included: hundreds of
 * requests, valid and invalid, each made of what earlier answers have given. Every answer is held to its document.
 *
 *     WALK_STEPS=100000 WALK_SEED=7 npm test -- test/contract/walks/walks.deep.ts
 */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type ApiName, apiNames } from "#src/apis/index.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { entities, migrations } from "#src/schema.ts";
import { type Database, openDatabase } from "#src/storage/database.ts";
import { Accord } from "#test/cli/support/accord.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { documentOf } from "../support/plans.ts";
import { type Credentials, Walker } from "./walker.ts";

const steps = Number(process.env.WALK_STEPS ?? 600);
const seed = Number(process.env.WALK_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Settings of quotas, which a walk of one caller would use up in seconds. */
const quotas = [
  "EVENTS",
  "MOBILE_EVENTS",
  "OTLP_REQUESTS",
  "QUERIES",
  "WEB_VITALS",
  "INSURANCE_REQUESTS",
  "WALLET_REQUESTS",
  "REGISTRATIONS",
];

type Demo = Readonly<Record<ApiName, Readonly<Record<string, string>>>>;

async function post(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: "POST", ...init });
  expect(answer.status, url).to.be.lessThan(300);
  return (await answer.json()) as Record<string, unknown>;
}

/** Signs in the administrator; once a walk has removed them, or changed their password, someone new. */
function placeholderSignIn({ baseUrl, adminEmail, adminPassword }: Demo["placeholder"]): () => Promise<string> {
  let account = { email: adminEmail, password: adminPassword };
  const at = (path: string, body: object) =>
    post(`${baseUrl}${path}`, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return async () => {
    const answer = await at("/v1/auth/login", account).catch(async () => {
      account = { email: `${randomUUID()}@example.org`, password: "a long password" };
      await at("/v1/auth/register", { name: "Walker", ...account });
      return await at("/v1/auth/login", account);
    });
    return (answer.data as { accessToken: string }).accessToken;
  };
}

const withKey = (key = "") => ({ ApiKey: { headers: { "x-api-key": key } } });

type SignIn = () => Promise<Credentials>;

/** By a code as `accord console` prints it. */
function consoleSignIn({ baseUrl }: Demo["management"], operator: Database): SignIn {
  return async () => {
    const code = await issueSignInCode(operator, await localOperator(operator));
    const body = JSON.stringify({ code });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${baseUrl}/v1/sessions`, { method: "POST", headers, body });
    const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    const session = { headers: { cookie, "X-CSRF-Token": csrfToken } };
    return { Session: session, LocalSession: session };
  };
}
const asNobody: SignIn = async () => ({});

/** How a caller of each demo tenant signs in, where the API knows its callers. */
const signIns: Readonly<Partial<Record<ApiName, (demo: Demo, operator: Database) => SignIn>>> = {
  management: ({ management }, operator) => consoleSignIn(management, operator),
  observability:
    ({ observability }) =>
    async () =>
      withKey(observability.apiKey),
  insurance:
    ({ insurance }) =>
    async () =>
      withKey(insurance.apiKey),
  wallet:
    ({ wallet }) =>
    async () => {
      const pair = Buffer.from(`${wallet.consumerKey}:${wallet.consumerSecret}`).toString("base64");
      const basic = { authorization: `Basic ${pair}` };
      const { access_token } = await post(`${wallet.tokenUrl}?grant-type=client-credentials`, { headers: basic });
      return {
        Consumer: { headers: basic },
        AccessToken: { headers: { authorization: `Bearer ${access_token}` }, query: { "wallet-credentials": pair } },
      };
    },
  placeholder: ({ placeholder }) => {
    const signIn = placeholderSignIn(placeholder);
    return async () => ({ AccessToken: { headers: { authorization: `Bearer ${await signIn()}` } } });
  },
};

describe(`walks of ${steps} steps (WALK_SEED=${seed})`, function () {
  this.timeout(600_000 + steps * 100);
  const folder = temporaryFolder();
  let server: Accord;
  let demo: Demo;
  let operator: Database;
  before(async () => {
    const generous = Object.fromEntries(quotas.map((name) => [`ACCORD_QUOTA_${name}`, "1000000"]));
    server = new Accord(["start"], { env: { ACCORD_DATA_DIR: folder, ACCORD_LOG_LEVEL: "error", ...generous } });
    await server.listening();
    demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as Demo;
    const { ownerUrl } = JSON.parse(readFileSync(join(folder, "running.json"), "utf8")) as { ownerUrl: string };
    operator = await openDatabase(ownerUrl, { entities, migrations, poolSize: 1 });
  });
  after(async () => {
    await operator?.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of apiNames)
    it(`through ${name} meet nothing that its document does not allow`, async () => {
      const { baseUrl = "" } = demo[name];
      const walker = new Walker(documentOf(name), baseUrl, signIns[name]?.(demo, operator) ?? asNobody, seed);
      walker.learn(demo[name]);
      if (name === "management") {
        const { rows } = await operator.pool.query<{ id: string }>(
          "SELECT business_id AS id FROM projects ORDER BY slug LIMIT 1",
        );
        walker.learn({ businessId: rows[0]?.id });
      }
      for (let step = 0; step < steps; step++) await walker.step();
      const operations = [...walker.seen.values()];
      const succeeded = operations.filter((statuses) => [...statuses.keys()].some((status) => status < 300));
      console.log(`      ${name}: ${succeeded.length} of ${operations.length} operations succeeded at least once`);
      expect(walker.faults.slice(0, 5), `${walker.faults.length} faults`).to.deep.equal([]);
      expect(succeeded.length).to.be.greaterThan(operations.length / 3);
    });
});
