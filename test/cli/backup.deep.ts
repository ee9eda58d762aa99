/** Backups and restores where something is in the way: signals, full disks, pipes, root's closed folders, a bucket of one's own. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { generateIdentity } from "age-encryption";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord, accord, project } from "./support/accord.ts";

const isRoot = process.getuid?.() === 0;

describe("accord backup and accord restore, when", () => {
  const folder = temporaryFolder();
  const file = join(folder, "accord.backup");
  let env: Readonly<Record<string, string>>;
  let server: Accord;
  const restart = async () => {
    server = new Accord(["start"], { env });
    await server.listening();
  };
  before(async () => {
    env = { ACCORD_DATA_DIR: join(folder, "data"), ACCORD_BACKUP_KEY: await generateIdentity() };
    await restart();
  });
  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A backup that is slow enough to have something happen to it. */
  async function underWay(): Promise<Accord> {
    const backup = new Accord(["backup", file, "--max-rate", "1"], { env });
    await until(() => existsSync(`${file}.unfinished`) && statSync(`${file}.unfinished`).size > 0);
    return backup;
  }

  async function expectNothingWritten(backup: Promise<{ code: number | null; errors: string }>, reason: string) {
    const { code, errors } = await backup;
    // The log goes to the same stream, and tells of the connection that the command itself has lost.
    const said = errors.split("\n").filter((line) => !line.startsWith("{"));
    expect(said.slice(-2)).to.deep.equal([reason, ""]);
    expect(code).to.equal(1);
    expect(readdirSync(folder).filter((name) => name.startsWith("accord.backup"))).to.deep.equal([]);
    expect(readdirSync(join(folder, "data", "objects", "held"))).to.deep.equal([]);
  }

  it("interrupted, leave nothing", async () => {
    const backup = await underWay();
    await expectNothingWritten(backup.stop("SIGINT"), "Interrupted: nothing was changed.");
  });

  it("the server stops, leave nothing and do not keep it from stopping", async () => {
    const backup = await underWay();
    expect(await server.stop()).to.include({ code: 0 });
    await expectNothingWritten(backup.finished, "The database ended the copy: the connection was closed.");
  });

  it("nobody runs, work on the folder themselves", async () => {
    const made = await accord(["backup", file], { env });
    expect(made.code, made.errors).to.equal(0);
    const checked = await accord(["restore", file, "--check"], { env });
    expect(checked.errors).to.match(/^Whole and good: the backup of /);
    expect(checked.code).to.equal(0);
    await restart();
  });

  it("the disk is full, say so", async function () {
    if (!existsSync("/dev/full")) this.skip();
    const command = [join(project, "src/cli.ts"), "backup", "-"];
    const stdio = ["ignore", openSync("/dev/full", "w"), "pipe"] as const;
    const { status, stderr } = spawnSync(process.execPath, command, {
      env: { ...process.env, ...env },
      stdio: [...stdio],
      encoding: "utf8",
    });
    expect(stderr).to.include("The disk is full: no room for -.");
    expect(status).to.equal(1);
  });

  it("joined by a pipe, copy an installation at once", async () => {
    const target = join(folder, "piped");
    const run = `"$0" "$1" backup - | ACCORD_DATA_DIR="$2" "$0" "$1" restore -`;
    const { status, stderr } = spawnSync(
      "/bin/sh",
      ["-c", run, process.execPath, join(project, "src/cli.ts"), target],
      {
        env: { ...process.env, ...env },
        encoding: "utf8",
      },
    );
    expect(status, stderr).to.equal(0);
    const copy = new Accord(["start"], { env: { ...env, ACCORD_DATA_DIR: target } });
    const url = await copy.listening();
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    expect(await copy.stop()).to.include({ code: 0 });
  });

  it("files are in a bucket of one's own, leave them there", async () => {
    const elsewhere = join(folder, "bucket");
    mkdirSync(elsewhere);
    const own = {
      ...env,
      ACCORD_DATA_DIR: elsewhere,
      ACCORD_S3_BUCKET: "files",
      ACCORD_S3_ENDPOINT: "http://127.0.0.1:1",
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
    };
    const target = join(folder, "database-only");
    const early = await accord(["backup", target], { env: own });
    expect(early.errors).to.include("There is nothing to back up");
    await accord(["migrate"], { env: own });
    const made = await accord(["backup", target], { env: own });
    expect(made.errors).to.match(/and 0 files/);
    const restored = await accord(["restore", target, "--replace"], { env: own });
    expect(restored.code, restored.errors).to.equal(0);
    const refused = await accord(["restore", target, "--check"], { env });
    expect(refused.errors).to.include("set ACCORD_S3_BUCKET");
  });

  describe("root makes them", () => {
    before(function () {
      if (!isRoot) this.skip();
    });

    it("restore into a folder that PostgreSQL's user cannot reach", async () => {
      const closed = join(folder, "closed");
      mkdirSync(closed, { mode: 0o700 });
      const inside = { ...env, ACCORD_DATA_DIR: join(closed, "data") };
      let home = "";
      try {
        for (const again of [[], ["--replace"]]) {
          const restored = await accord(["restore", file, ...again], { env: inside });
          expect(restored.code, restored.errors).to.equal(0);
          home = readFileSync(join(closed, "data", "postgres", "moved-to"), "utf8").trim();
          expect(home).to.match(/^\/var\/lib\/accord\//);
          const started = new Accord(["start"], { env: inside });
          const url = await started.listening();
          expect((await fetch(`${url}/readyz`)).status).to.equal(200);
          expect(statSync(join(home, "data")).uid).to.not.equal(0);
          expect(statSync(join(home, "data")).mode & 0o777).to.equal(0o700);
          expect(await started.stop()).to.include({ code: 0 });
        }
        const replaced = readdirSync(join(closed, "data")).filter((name) => name.startsWith("replaced-"));
        for (const name of replaced) rmSync(join("/var/lib/accord", name), { recursive: true, force: true });
      } finally {
        if (home !== "") rmSync(home, { recursive: true, force: true });
      }
    });

    it("a full disk leaves the folder as it was", async function () {
      const small = join(folder, "small");
      mkdirSync(small);
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=755", "accord-small", small]).status !== 0)
        this.skip();
      try {
        mkdirSync(join(small, "data"));
        chmodSync(join(small, "data"), 0o755);
        writeFileSync(join(small, "data", "demo.json"), "{}");
        const full = { ...env, ACCORD_DATA_DIR: join(small, "data") };
        const { code, errors } = await accord(["restore", file, "--replace"], { env: full });
        expect(errors).to.equal(`The disk is full: no room for ${join(small, "data")}.\n`);
        expect(code).to.equal(1);
        expect(readFileSync(join(small, "data", "demo.json"), "utf8")).to.equal("{}");
        expect(readdirSync(join(small, "data"))).to.have.members(["demo.json", "postgres"]);
      } finally {
        spawnSync("umount", [small]);
      }
    });
  });
});
