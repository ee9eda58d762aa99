/** Accord as operators run it: real server processes over one database, to be killed, drained and started again. */
import { join } from "node:path";
import { createMobileSecret } from "#src/identity/mobile-secrets.ts";
import { anApiKey, aProject } from "#test/builders/identity.ts";
import { type Accord, Accord as AccordProcess, project as projectFolder } from "#test/cli/support/accord.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/folder.ts";

export interface ServerProcess {
  readonly accord: Accord;
  readonly pid: number;
  /** Where the observability API is. */
  readonly url: string;
}

/** The servers share it, so that they understand one another's tokens. */
export const masterKey = Buffer.alloc(32, 7);

export class Site {
  readonly database: TestDatabase;
  readonly #folder = temporaryFolder();
  readonly #env: Readonly<Record<string, string>>;
  readonly #started: Accord[] = [];

  constructor(database: TestDatabase, env: Readonly<Record<string, string>> = {}) {
    this.database = database;
    this.#env = env;
  }

  /** A site with a database of its own. */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<Site> {
    return new Site(await createTestDatabase(), env);
  }

  /** Starts a server and waits until it listens: on a free port, or on the one given. */
  async start(port = 0): Promise<ServerProcess> {
    const accord = this.#run(["serve", "--api", "observability"], { ACCORD_PORT: String(port) });
    return { accord, pid: accord.process.pid ?? 0, url: await accord.listening() };
  }

  /** Starts a worker. */
  startWorker(): Accord {
    return this.#run(["work"], { ACCORD_METRICS_PORT: "off" });
  }

  #run(args: readonly string[], env: Readonly<Record<string, string>>): Accord {
    const accord = new AccordProcess(args, {
      env: {
        ACCORD_DATABASE_URL: this.database.url,
        ACCORD_DATA_DIR: join(this.#folder, String(this.#started.length)),
        ACCORD_MASTER_KEY: masterKey.toString("hex"),
        ACCORD_LOG_LEVEL: "warn",
        // As `npm start` and the Dockerfile do.
        NODE_OPTIONS: "--max-semi-space-size=32",
        NODE_COMPILE_CACHE: join(projectFolder, "node_modules", ".cache", "accord", "compiled"),
        ...env,
        ...this.#env,
      },
    });
    this.#started.push(accord);
    return accord;
  }

  /** A project with a key that may ingest and read, and an app's secret. */
  async tenant() {
    const owner = await aProject(this.database);
    const { key, keyId } = await anApiKey(this.database, { owner, scopes: ["ingest:write", "events:read"] });
    const mobile = await createMobileSecret(await this.database.operator(), masterKey, owner.project, {
      environment: "test",
      overlapMs: 0,
    });
    return { ...owner, key, keyId, headers: { "x-api-key": key }, mobileSecret: mobile.secret };
  }

  async close(): Promise<void> {
    for (const { process } of this.#started) process.kill("SIGKILL");
    await Promise.all(this.#started.map(({ finished }) => finished));
    await this.database.drop();
  }
}
