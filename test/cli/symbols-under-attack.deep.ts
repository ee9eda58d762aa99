import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord } from "./support/accord.ts";

interface Demo {
  readonly observability: { readonly baseUrl: string; readonly apiKey: string; readonly liveApiKey: string };
}

const mebibyte = 1024 * 1024;
const map = (rest: string) => Buffer.from(`{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA",${rest}}`);
const smallMap = (name: string) => map(`"file":"${name}"`);

describe("accord start, while somebody sends it hostile symbols", () => {
  const data = temporaryFolder();
  const temporary = temporaryFolder();
  // The largest file may take 128 MiB.
  const env = { ACCORD_DATA_DIR: data, ACCORD_SYMBOL_MEMORY: "512", ACCORD_LOG_LEVEL: "error", TMPDIR: temporary };
  let server: Accord;
  let root: string;
  let demo: Demo["observability"];

  const start = async () => {
    server = new Accord(["start"], { env });
    root = await server.listening();
    demo = (JSON.parse(readFileSync(join(data, "demo.json"), "utf8")) as Demo).observability;
  };
  before(start);
  after(() => server.stop());

  const post = async (path: string, key: string, body: object) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(`${root}/observability/api/v1/monitor/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  /** Announces and sends a source map; returns the upload's id. */
  const sent = async (bytes: Buffer): Promise<string> => {
    const { status, body } = await post("artifacts/presign", demo.liveApiKey, {
      release: "web@1",
      platform: "web",
      artifactType: "sourcemap",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      size: bytes.length,
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    const put = await fetch(body.uploadUrl ?? "", { method: "PUT", body: new Uint8Array(bytes) });
    expect(put.status).to.equal(200);
    return body.uploadId ?? "";
  };
  const complete = (uploadId: string) => post("artifacts/uploads/complete", demo.liveApiKey, { uploadId });

  /** What others are answered while it goes on. */
  const meanwhile = async (work: Promise<unknown>): Promise<Set<number>> => {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    while (!isOver) {
      const event = { level: 30, time: Date.now(), message: "as ever" };
      statuses.add((await post("ingest", demo.apiKey, event)).status);
      statuses.add((await fetch(`${root}/healthz`)).status);
      await delay(5);
    }
    await over;
    return statuses;
  };

  /** The processes of this server that read symbols. */
  const readers = (): number[] =>
    execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
      .split("\n")
      .map((line) => /^\s*(\d+)\s+(\d+)\s.*reading\/reader\.ts/.exec(line))
      .flatMap((found) => (Number(found?.[2]) === server.process.pid ? Number(found?.[1]) : []));
  const isAlive = (pid: number) =>
    execFileSync("ps", ["-A", "-o", "pid=,stat="], { encoding: "utf8" })
      .split("\n")
      .some((line) => new RegExp(`^\\s*${pid}\\s+[^Z]`).test(line));
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith("accord-symbols-"));

  /** Completes an upload, and halts the process that reads it; another upload where that had ended before. */
  const halted = async (name: string) => {
    for (let time = 0; ; time++) {
      for (const pid of readers()) process.kill(pid, "SIGKILL");
      await until(() => readers().every((pid) => !isAlive(pid)));
      const uploadId = await sent(smallMap(`${name} ${time}`));
      const answer = complete(uploadId);
      let pid = 0;
      await until(() => {
        pid = readers().find(isAlive) ?? 0;
        return pid !== 0;
      });
      process.kill(pid, "SIGSTOP");
      // What the process has said before is heard before this is answered.
      for (let asked = 0; asked < 5; asked++) await fetch(`${root}/readyz`);
      if (folders().length === 1) return { uploadId, answer, pid };
      expect((await answer).status).to.equal(201);
    }
  };

  for (const [what, bytes, reason] of [
    ["60 MiB of empty lists", map(`"x":[${"[],".repeat(20 * mebibyte)}[]]`), /values|memory|longer/],
    [
      "50 MiB of sources, more than there is memory for",
      map(`"sourcesContent":["${"x".repeat(50 * mebibyte)}"]`),
      /memory|longer/,
    ],
  ] as const) {
    it(`answers others meanwhile, and ends the upload with a reason: ${what}`, async () => {
      const uploadId = await sent(bytes);
      const completing = complete(uploadId);
      expect([...(await meanwhile(completing))]).to.have.members([200, 202]);
      const { status, body } = await completing;
      expect([status, body.code]).to.deep.equal([400, "ARTIFACT_UNREADABLE"]);
      expect(body.detail).to.match(reason);
      expect((await complete(uploadId)).body.code).to.equal("UPLOAD_COMPLETED_BEFORE");
      expect(folders()).to.deep.equal([]);
      expect((await fetch(`${root}/readyz`)).status).to.equal(200);
    });
  }

  it("lets a completion be repeated whose reader was killed in the middle", async () => {
    const { uploadId, answer, pid } = await halted("killed");
    process.kill(pid, "SIGKILL");
    expect((await answer).status).to.equal(503);
    expect(folders()).to.deep.equal([]);
    expect((await complete(uploadId)).status).to.equal(201);
  });

  it("leaves no process and no folder when it is killed itself, and goes on after its next start", async () => {
    const { uploadId, answer, pid } = await halted("restarted");
    const unanswered = answer.then(
      () => expect.fail("was answered"),
      () => {},
    );
    await server.stop("SIGKILL");
    await unanswered;
    expect(folders()).to.have.length(1);
    process.kill(pid, "SIGCONT");
    await until(() => !isAlive(pid));
    await start();
    await until(() => folders().length === 0);
    expect((await complete(uploadId)).status).to.equal(201);
  });
});
