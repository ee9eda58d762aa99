import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { opened } from "#test/support/opened.ts";
import { closedPort } from "#test/support/ports.ts";
import { until } from "#test/support/until.ts";
import { Accord, accord, project } from "./support/accord.ts";

interface Demo {
  readonly baseUrl: string;
  readonly observability: { readonly baseUrl: string; readonly apiKey: string; readonly liveApiKey: string };
}

function demoIn(folder: string): Demo {
  return JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as Demo;
}

async function verify({ observability }: Demo, baseUrl = observability.baseUrl): Promise<number> {
  const answer = await fetch(`${baseUrl}/api/auth/verify`, { headers: { "x-api-key": observability.apiKey } });
  return answer.status;
}

/** A port that something else has. */
async function busyPort(): Promise<{ port: number; free(): void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, free: () => server.close() };
}

function readableBy(user: { uid: number; gid: number }): boolean {
  const reach = ["-c", 'test -r "$0/package.json" && test -x "$1"', project, process.execPath];
  return spawnSync("/bin/sh", reach, { ...user, cwd: "/" }).status === 0;
}

function skip(context: Mocha.Context, reason: string): void {
  console.log(`      (skipped: ${reason})`);
  context.skip();
}

describe("accord start", () => {
  const folder = temporaryFolder();
  const env = { ACCORD_DATA_DIR: folder };
  after(() => rmSync(folder, { recursive: true, force: true }));

  describe("on an empty data folder", () => {
    let url: string;
    const server = opened(() => new Accord(["start"], { env }));
    before(async () => {
      url = await server.listening();
    });

    it("is ready, and says where to look", async () => {
      const lines = server.output.split("\n");
      const listens = lines.indexOf(`Accord listens on ${url}`);
      expect(lines.indexOf(`Demo tenants and their secrets: ${join(folder, "demo.json")}`)).to.be.within(
        0,
        listens - 1,
      );
      expect((await fetch(`${url}/healthz`)).status).to.equal(200);
      const ready = await fetch(`${url}/readyz`);
      expect(await ready.json()).to.deep.equal({
        status: "ready",
        checks: { database: "ok", migrations: "ok", nodes: "ok", objects: "ok", queue: "ok", start: "ok" },
      });
    });

    it("makes demo tenants whose keys work, in a file that only its owner can read", async () => {
      const demo = demoIn(folder);
      expect(demo.baseUrl).to.equal(url);
      expect(await verify(demo)).to.equal(200);
      expect(statSync(join(folder, "demo.json")).mode & 0o777).to.equal(0o600);
      expect(statSync(join(folder, "master-key")).mode & 0o777).to.equal(0o600);
    });

    it("makes API keys while it runs", async () => {
      const { code, output } = await accord(
        ["keys", "create", "demo-observability/shop", "--scope", "ingest:write", "--json"],
        { env },
      );
      expect(code, output).to.equal(0);
      const { key } = JSON.parse(output.slice(output.indexOf("{"))) as { key: string };
      const answer = await fetch(`${url}/observability/api/auth/verify`, { headers: { "x-api-key": key } });
      expect(answer.status).to.equal(200);
    });

    it("refuses a second server on the same folder, naming the process that has it", async () => {
      const second = await accord(["start"], { env });
      expect(second.code).to.equal(1);
      expect(second.errors).to.equal(
        `Accord is already running on ${folder} (process ${server.process.pid}). Stop it, or choose another folder with ACCORD_DATA_DIR.\n`,
      );
    });
  });

  describe("on a folder that it knows", () => {
    it("keeps data and secrets through SIGTERM and kill -9, from any folder, and makes nothing there", async () => {
      const first = new Accord(["start"], { env });
      await first.listening();
      const before = demoIn(folder);
      const sent = await fetch(`${before.observability.baseUrl}/api/v1/monitor/ingest`, {
        method: "POST",
        headers: { "x-api-key": before.observability.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ level: 50, time: Date.now(), message: "Kept", eventId: "kept-through-kill" }),
      });
      expect(sent.status).to.equal(202);
      expect(await first.stop("SIGKILL")).to.include({ code: null });

      const elsewhere = temporaryFolder();
      const second = new Accord(["start"], { env, cwd: elsewhere });
      const url = await second.listening();
      try {
        const after = demoIn(folder);
        expect(after.observability.apiKey).to.equal(before.observability.apiKey);
        const kept = await fetch(`${url}/observability/api/v1/monitor/events/kept-through-kill`, {
          headers: { "x-api-key": before.observability.apiKey },
        });
        expect(kept.status).to.equal(200);
        expect(await kept.json()).to.include({ message: "Kept" });
      } finally {
        expect(await second.stop()).to.include({ code: 0 });
      }
      expect(readdirSync(elsewhere)).to.deep.equal([]);
    });
  });

  it("stops by a signal to npm as it does by one of its own", async () => {
    const npm = spawn("npm", ["start"], {
      cwd: project,
      env: { ...process.env, ...env, ACCORD_PORT: "0", ACCORD_METRICS_PORT: "off" },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that a server which outlives npm can be ended all the same.
      detached: true,
    });
    let output = "";
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const address = () => /listens on (http:\S+)\n/.exec(output)?.[1];
    const ended = once(npm, "exit");
    const closed = once(npm, "close");
    await until(() => address() !== undefined || npm.exitCode !== null);
    npm.kill("SIGTERM");
    const [code] = await ended;
    if (code !== 0) process.kill(-(npm.pid ?? 0), "SIGKILL");
    // What it said last is read when its streams are at their end.
    await closed;
    expect(code, output).to.equal(0);
    expect(output).to.include('"signal":"SIGTERM","msg":"stopping"');
    expect(await fetch(`${address()}/healthz`).catch(() => "gone")).to.equal("gone");
  });

  it("runs as an ordinary user", async function () {
    if (process.getuid?.() !== 0) return skip(this, "only root can become someone else; the other tests run as you");
    const user = { uid: 65_534, gid: 65_534 };
    if (!readableBy(user)) return skip(this, `${project} is closed to others; .ci/run has a place that is not`);
    const own = temporaryFolder();
    chownSync(own, user.uid, user.gid);
    const server = new Accord(["start"], { env: { ACCORD_DATA_DIR: own, HOME: own }, cwd: "/", user });
    const url = await server.listening();
    expect(await verify(demoIn(own), `${url}/observability`)).to.equal(200);
    expect(statSync(join(own, "postgres", "data")).uid).to.equal(user.uid);
    expect(await server.stop()).to.include({ code: 0 });
  });

  describe("says in one line what is wrong", () => {
    it("when its port is taken", async () => {
      const other = await busyPort();
      const { code, errors } = await accord(["start", "--port", String(other.port)], { env });
      other.free();
      expect(code).to.equal(1);
      expect(errors).to.match(new RegExp(`^Port ${other.port} on 127.0.0.1 is in use\\. .* ACCORD_PORT\\.$`, "m"));
    });

    it("when the port of the metrics is taken", async () => {
      const other = await busyPort();
      const { code, errors } = await accord(["start"], { env: { ...env, ACCORD_METRICS_PORT: String(other.port) } });
      other.free();
      expect(code).to.equal(1);
      expect(errors).to.match(new RegExp(`^Port ${other.port} .* ACCORD_METRICS_PORT\\.$`, "m"));
    });

    it("when the data folder cannot be written", async () => {
      const file = join(folder, "a-file");
      writeFileSync(file, "");
      const { code, errors } = await accord(["start"], { env: { ACCORD_DATA_DIR: join(file, "data") } });
      expect(code).to.equal(1);
      expect(errors).to.equal(`The data folder ${join(file, "data")} cannot be written (ENOTDIR).\n`);
    });

    it("for every variable, and repeats no secret", async () => {
      const { code, errors } = await accord(["start"], {
        env: { ACCORD_PORT: "eighty", ACCORD_LOG_LEVEL: "loud", ACCORD_DATABASE_URL: "mysql://u:hunter2@db/accord" },
      });
      expect(code).to.equal(1);
      expect(
        errors
          .trim()
          .split("\n")
          .map((line) => line.split(" ")[0]),
      ).to.have.members(["ACCORD_PORT", "ACCORD_LOG_LEVEL", "ACCORD_DATABASE_URL"]);
      expect(errors).not.to.include("hunter2");
    });

    it("when a database of one's own does not answer", async () => {
      const { code, errors } = await accord(["start"], {
        env: {
          ...env,
          ACCORD_DATABASE_URL: `postgres://accord:hunter2@127.0.0.1:${closedPort}/accord`,
          ACCORD_MASTER_KEY: "0f".repeat(32),
        },
      });
      expect(code).to.equal(1);
      expect(errors).to.match(
        new RegExp(`^The database 127.0.0.1:${closedPort}/accord cannot be used: .*ECONNREFUSED.*\\n$`),
      );
    });
  });
});
