/**
 * What others say of the documents and of a server: Spectral reads every document, Dredd sends the examples of those that are published
 * to mocks, and Schemathesis sends what it makes of them to a server, with the very lines of docs/handbook/contract-testing.md.
 *
 *     npm run judges
 *     npm run judges -- --api wallet      only this one; can be given several times
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { guideArguments, guideCommand, guideFile } from "./clients/guide.ts";
import { run } from "./clients/process.ts";
import { startMock, startServer } from "./clients/server.ts";
import { apiOption, made, missingTools, prepareTools, project } from "./clients/tools.ts";

const { api: chosen } = new Command("npm run judges --")
  .description("Has Spectral judge every document, Dredd mocks of the published ones, and Schemathesis a server.")
  .addOption(apiOption())
  .parse()
  .opts<{ api: readonly string[] }>();

/** So many requests come from one tenant in a minute that the usual quotas would hide what lies behind them. */
const generous = Object.fromEntries(
  [
    "INSURANCE_REQUESTS",
    "WALLET_REQUESTS",
    "QUERIES",
    "FAILED_LOGINS",
    "REGISTRATIONS",
    "SYMBOL_UPLOADS",
    "SIGN_INS",
  ].map((quota) => [`ACCORD_QUOTA_${quota}`, "1000000"]),
);

const missing = missingTools(["schemathesis"]);
if (missing.length > 0) {
  console.error(missing.join("\n"));
  process.exit(1);
}
const documents = join(made, "documents");
mkdirSync(documents, { recursive: true });
const tools = await prepareTools(["schemathesis"]);
let failures = 0;

const server = await startServer(generous);
try {
  await judged("Spectral", spectral);
  for (const api of chosen) await judged(`Dredd × a mock of ${api}`, () => dredd(api));
  for (const api of chosen) await judged(`Schemathesis × ${api}`, () => schemathesis(api));
} finally {
  await server.stop();
}
process.exitCode = failures === 0 ? 0 : 1;

/** The documents as they are published, and the one that insurers serve. */
async function spectral(): Promise<string> {
  const files = await Promise.all(
    chosen.map(async (api) => {
      const file = join(documents, `${api}.json`);
      writeFileSync(file, await (await fetch(`${server.baseUrl(api)}/openapi.json`)).text());
      return file;
    }),
  );
  const ruleset = join(project, "clients/tools/spectral.yaml");
  const rules = ["--ruleset", ruleset, "--fail-severity", "hint"];
  const insurer = join(project, "generated/insurer/openapi.json");
  return await run(process.execPath, [tools.spectral, "lint", ...rules, ...files, insurer]);
}

/** Dredd takes no names with hyphens in a query, which the wallet has: the page says what to do. */
async function dredd(api: string): Promise<string> {
  const page = "handbook/contract-testing.md";
  const folder = join(made, "dredd");
  mkdirSync(folder, { recursive: true });
  const mock = await startMock(api);
  try {
    const target = { api, baseUrl: "", folder, mockUrl: mock.url };
    writeFileSync(join(folder, "hooks.cjs"), guideFile("hooks.cjs", target, page));
    if (api === "wallet") await run("sh", ["-c", guideCommand("curl", target, page)], { cwd: folder });
    const document = api === "wallet" ? "wallet.json" : "http://127.0.0.1:8090/openapi.json";
    const args = guideArguments(`dredd ${document}`, target, page);
    return await run(process.execPath, [join(project, "node_modules/dredd/bin/dredd"), ...args], { cwd: folder });
  } finally {
    await mock.stop();
  }
}

async function schemathesis(api: string): Promise<string> {
  const url = server.baseUrl(api);
  const args = guideArguments(
    "schemathesis --config-file",
    { api, baseUrl: url, folder: "" },
    "handbook/contract-testing.md",
  );
  return await run(tools.schemathesis, args, {
    cwd: project,
    env: { ...(await secrets(url, await server.env(api))), PYTHONDONTWRITEBYTECODE: "1" },
  });
}

/** What schemathesis.toml reads from the environment. */
async function secrets(url: string, env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const consumer = Buffer.from(`${env.CONSUMER_KEY}:${env.CONSUMER_SECRET}`).toString("base64");
  const given = {
    API_KEY: "",
    ACCESS_TOKEN: "",
    CONSUMER_KEY: "",
    CONSUMER_SECRET: "",
    SESSION: "",
    CSRF_TOKEN: "",
    ...env,
  };
  if (env.CONSUMER_KEY !== undefined)
    Object.assign(given, await post(`${url}/token`, { grant_type: "client_credentials" }, `Basic ${consumer}`));
  if (env.ADMIN_EMAIL !== undefined)
    Object.assign(given, await post(`${url}/v1/auth/login`, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }));
  if (env.SIGN_IN_CODE !== undefined) Object.assign(given, await signedIn(url, env.SIGN_IN_CODE));
  return { ...given, WALLET_CREDENTIALS: consumer };
}

async function signedIn(url: string, code: string): Promise<{ SESSION: string; CSRF_TOKEN: string }> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/v1/sessions`, { method: "POST", headers, body: JSON.stringify({ code }) });
  const [, session] = /^accord=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  if (session === undefined) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return { SESSION: session, CSRF_TOKEN: ((await answer.json()) as { csrfToken: string }).csrfToken };
}

/** The token that the answer has somewhere. */
async function post(url: string, body: object, authorization = ""): Promise<{ ACCESS_TOKEN: string }> {
  const headers = { "content-type": "application/json", ...(authorization !== "" && { authorization }) };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const [, token] = /"access_?[tT]oken":\s*"([^"]+)"/.exec(text) ?? [];
  if (token === undefined) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return { ACCESS_TOKEN: token };
}

/** Says how long it took, and what was said if it failed. */
async function judged(name: string, judge: () => Promise<string>): Promise<void> {
  const started = performance.now();
  let said = "";
  try {
    await judge();
  } catch (error) {
    failures++;
    said = `\n${error instanceof Error ? error.message : error}`;
  }
  console.log(
    `${said === "" ? "ok    " : "FAILED"}  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)${said}`,
  );
}
