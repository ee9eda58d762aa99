/** A server of its own for the stories: `accord start` with data that is thrown away. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "./tools.ts";

export interface StoryServer {
  /** Where an API is served. */
  readonly baseUrl: (api: string) => string;
  /** An API's part of demo.json as environment variables: `accounts[0].accountNo` is ACCOUNTS_0_ACCOUNT_NO. */
  readonly env: (api: string) => Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

type Demo = Readonly<Record<string, { readonly baseUrl: string }>>;

/** Throws an error with what the server said when it ends before it listens. */
export async function startServer(): Promise<StoryServer> {
  const folder = mkdtempSync(join(tmpdir(), "accord-clients-"));
  const child = spawn(process.execPath, [join(project, "src/cli.ts"), "start"], {
    cwd: project,
    env: { ...process.env, ACCORD_PORT: "0", ACCORD_METRICS_PORT: "off", ACCORD_DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let output = "";
  const listening = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
      if (/listens on http/.test(output)) listening.resolve();
    });
  void ended.then(() => listening.reject(new Error(`the server ended:\n${output}`)));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await listening.promise;
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as Demo;
  const of = (api: string) => {
    const part = demo[api];
    if (part === undefined) throw new Error(`demo.json has no ${api}`);
    return part;
  };
  return { baseUrl: (api) => of(api).baseUrl, env: (api) => variables(of(api)), stop };
}

function variables(value: unknown, name = ""): Record<string, string> {
  if (typeof value !== "object" || value === null) return { [name]: String(value) };
  const found: Record<string, string> = {};
  for (const [key, inner] of Object.entries(value)) {
    const part = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    Object.assign(found, variables(inner, name === "" ? part : `${name}_${part}`));
  }
  return found;
}
