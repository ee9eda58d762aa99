/** The additions of an embedded installation: sandboxes of the external services, and demo tenants. */
import { join } from "node:path";
import type { Logger } from "pino";
import { type ApiName, apiModule } from "#src/apis/index.ts";
import type { Config } from "#src/config.ts";
import { readPlain, replaceFile } from "#src/storage/plain-files.ts";
import type { Infrastructure } from "./infrastructure.ts";

export interface Sandbox {
  /** The current addresses of the sandbox services for demo.json, by the API that they belong to. */
  readonly addresses: Readonly<Record<string, Readonly<Record<string, string>>>>;
  close(): Promise<void>;
}

/** Starts the sandbox insurers, clearing house, QR platform and mailbox, and stores their addresses in the database. */
export async function startSandbox(infrastructure: Infrastructure, config: Config, log: Logger): Promise<Sandbox> {
  const { demoServices, startDemoInsurers, startDemoService } = await import("#src/sandbox/demo.ts");
  const owner = await infrastructure.owner();
  const { masterKey } = infrastructure;
  const running: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(running.map((service) => service.close()));
  };
  try {
    const insurers = await startDemoInsurers(owner, masterKey, config.dataDir);
    running.push(insurers);
    log.info({ url: insurers.url }, "Sandbox insurers");
    const addresses: Record<string, Record<string, string>> = { insurance: { insurersUrl: insurers.url } };
    for (const name of demoServices) {
      const service = await startDemoService(name, owner, masterKey);
      if (service === null) continue;
      running.push(service);
      const { api } = service;
      addresses[api] = { ...addresses[api], [`${name}Url`]: service.url, [`${name}Secret`]: service.secret };
    }
    return { addresses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates demo tenants and writes demo.json and demo.env. Tenants of earlier starts are kept, missing ones are created, and all
 * addresses are updated.
 *
 * @param url the URL of the server, which serves these APIs under their names.
 * @param sandbox addresses of the sandbox services, by API.
 * @returns the file with the secrets of the demo tenants, and whether it is new.
 */
export async function seedDemo(
  infrastructure: Infrastructure,
  config: Config,
  names: readonly ApiName[],
  url: string,
  sandbox: Sandbox["addresses"],
  log: Logger,
): Promise<{ readonly file: string; readonly isNew: boolean }> {
  const file = join(config.dataDir, "demo.json");
  const text = await readPlain(file);
  const known = JSON.parse(text ?? "{}") as Record<string, Record<string, unknown>>;
  const demo: Record<string, unknown> = { ...known, baseUrl: url };
  const database = await infrastructure.owner();
  for (const name of names) {
    const { title, seed, addresses = (baseUrl) => ({ baseUrl }) } = apiModule(name);
    if (known[name] === undefined) log.info(`Making the demo tenants of the ${title} API`);
    const secrets = known[name] ?? (await seed?.({ ...infrastructure, database }));
    demo[name] = { ...secrets, ...addresses(`${url}/${name}`), ...sandbox[name] };
  }
  await replaceFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  await replaceFile(join(config.dataDir, "demo.env"), shellLines(demo));
  return { file, isNew: text === undefined };
}

/** Writes demo.json as shell variables: `wallet.accounts[0].accountNo` becomes WALLET_ACCOUNTS_0_ACCOUNT_NO. The guides use these names. */
function shellLines({ baseUrl, ...apis }: Readonly<Record<string, unknown>>): string {
  return Object.entries(demoVariables(apis))
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join("");
}

/** Flattens demo.json to variables. The `baseUrl` of an API becomes `<API>_URL`. */
export function demoVariables(value: unknown, name = ""): Record<string, string> {
  if (typeof value !== "object" || value === null) return { [name]: String(value) };
  const variables: Record<string, string> = {};
  for (const [key, inner] of Object.entries(value)) {
    const word = key === "baseUrl" ? "URL" : key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    Object.assign(variables, demoVariables(inner, name === "" ? word : `${name}_${word}`));
  }
  return variables;
}
