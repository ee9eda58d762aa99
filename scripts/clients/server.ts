/** Servers of their own for the stories: `accord start` with data that is thrown away, and mocks. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoVariables } from "#src/server/demo.ts";
import { Accord, accord } from "#test/cli/support/accord.ts";

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
  const server = new Accord(["start"], {
    env: {
      ACCORD_DATA_DIR: folder,
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
      // Clients of other kinds are compiled beside: the server may be late, and stories repeat nothing.
      ACCORD_MAX_DELAY_MS: "60000",
      ...settings,
    },
  });
  const url = await server.listening();
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
      const { output: link } = await accord(["console"], { env: { ACCORD_DATA_DIR: folder } });
      return { ...known, SIGN_IN_CODE: /#(\S+)/.exec(link)?.[1] ?? "" };
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A mock of one API. Throws an error as startServer does. */
export async function startMock(api: string): Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }> {
  const mock = new Accord(["serve", "--mock", api]);
  return { url: await mock.listening(), stop: () => mock.stop() };
}
