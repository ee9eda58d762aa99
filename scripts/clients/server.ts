/** Servers of their own for the stories: `accord start` with data that is thrown away, and mocks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoVariables } from "#src/server/demo.ts";
import { run } from "./process.ts";
import { project } from "./tools.ts";

export interface StoryServer {
  /** Where an API is served. */
  readonly baseUrl: (api: string) => string;
  /**
   * An API's part of demo.json as variables, with the API's name before them and without: WALLET_CONSUMER_KEY, CONSUMER_KEY. For the
   * management API the code of a sign-in link, another one each time: SIGN_IN_CODE.
   */
  readonly env: (api: string) => Promise<Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

type Demo = Readonly<Record<string, { readonly baseUrl: string }>>;

/**
 * @param settings that differ from what `npm start` has.
 * @throws an error with what the server said when it ends before it listens.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<StoryServer> {
  const folder = mkdtempSync(join(tmpdir(), "accord-clients-"));
  const { url, stop } = await startAccord(["start"], {
    ACCORD_DATA_DIR: folder,
    ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
    // Clients of other kinds are compiled beside: the server may be late, and stories repeat nothing.
    ACCORD_MAX_DELAY_MS: "60000",
    ...settings,
  });
  const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as Demo;
  const of = (api: string) => {
    const part = api === "management" ? { baseUrl: `${url}/management` } : demo[api];
    if (part === undefined) throw new Error(`demo.json has no ${api}`);
    return part;
  };
  return {
    baseUrl: (api) => of(api).baseUrl,
    async env(api) {
      const known = { ...demoVariables({ [api]: of(api) }), ...demoVariables(of(api)), BASE_URL: of(api).baseUrl };
      if (api !== "management") return known;
      const link = await run(process.execPath, [join(project, "src/cli.ts"), "console"], {
        env: { ACCORD_DATA_DIR: folder },
      });
      return { ...known, SIGN_IN_CODE: link.trim().split("#").at(-1) ?? "" };
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A mock of one API. Throws an error as startServer does. */
export const startMock = (api: string) => startAccord(["serve", "--mock", api], {});

async function startAccord(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(project, "src/cli.ts"), ...args], {
    cwd: project,
    env: { ...process.env, ACCORD_PORT: "0", ACCORD_METRICS_PORT: "off", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  // Also when something else fails to start.
  process.once("exit", () => child.kill("SIGTERM"));
  let output = "";
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
      const [, url] = /listens on (http:\/\/\S+)\n/.exec(output) ?? [];
      if (url !== undefined) listening.resolve(url);
    });
  void ended.then(() => listening.reject(new Error(`the server ended:\n${output}`)));
  const url = await listening.promise;
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
