import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";

const runner = fileURLToPath(new URL("../../scripts/run.mjs", import.meta.url));

/** A project with one package in its lockfile, an entry point that tells what it got, and an npm that writes a log. */
class Project {
  readonly root = temporaryFolder();
  readonly npmLog = join(this.root, "npm.log");
  output = "";

  constructor() {
    this.write(
      "src/cli.ts",
      `if (process.argv.includes("wait")) process.on("SIGTERM", () => { console.log("draining"); process.exit(0); });
       console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), node: process.execPath }));
       if (process.argv.includes("wait")) {
         setInterval(() => {}, 1000);
       } else process.exit(process.argv.includes("fail") ? 3 : 0);`,
    );
    this.write("package.json", `{"type":"module"}`);
    this.lock("1.0.0");
    mkdirSync(join(this.root, "scripts"));
    copyFileSync(runner, join(this.root, "scripts", "run.mjs"));
    this.write(
      "npm-cli.js",
      `import { appendFileSync, mkdirSync, copyFileSync, existsSync, symlinkSync } from "node:fs";
       const root = ${JSON.stringify(this.root)};
       appendFileSync(root + "/npm.log", process.argv.slice(2, 3) + "\\n");
       if (process.env.NPM_FAILS) process.exit(1);
       if (process.env.NPM_HANGS) await new Promise((resolve) => setInterval(resolve, 60_000));
       mkdirSync(root + "/node_modules/node/bin", { recursive: true });
       if (!existsSync(root + "/node_modules/node/bin/node")) {
         symlinkSync(${JSON.stringify(process.execPath)}, root + "/node_modules/node/bin/node");
       }
       copyFileSync(root + "/package-lock.json", root + "/node_modules/.package-lock.json");`,
    );
  }

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  lock(version: string): void {
    this.write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/koa": { version } } }));
  }

  get installs(): number {
    return existsSync(this.npmLog) ? readFileSync(this.npmLog, "utf8").trim().split("\n").length : 0;
  }

  start(args: string[], env: Record<string, string> = {}): { child: ChildProcess; ended: Promise<number | null> } {
    this.output = "";
    const child = spawn(process.execPath, [join(this.root, "scripts", "run.mjs"), ...args], {
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_execpath: join(this.root, "npm-cli.js"), ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text: Buffer) => {
        this.output += text.toString();
      });
    }
    return { child, ended: new Promise((resolve) => child.on("close", resolve)) };
  }

  run(args: string[], env?: Record<string, string>): Promise<number | null> {
    return this.start(args, env).ended;
  }
}

describe("npm start, npm test and the like", () => {
  let project: Project;
  beforeEach(() => {
    project = new Project();
  });

  it("install once, then hand over to the pinned Node with the arguments", async () => {
    expect(await project.run(["accord", "keys", "create"])).to.equal(0);
    expect(project.output).to.match(/^Installing packages/);
    expect(await project.run(["accord", "keys", "create"])).to.equal(0);
    expect(JSON.parse(project.output)).to.deep.include({ args: ["keys", "create"], cwd: "/" });
    expect(project.installs).to.equal(1);
  });

  it("install again when the lockfile has changed", async () => {
    await project.run(["start"]);
    project.lock("2.0.0");
    await project.run(["start"]);
    await project.run(["start"]);
    expect(project.installs).to.equal(2);
  });

  it("accept what someone installed by hand", async () => {
    mkdirSync(join(project.root, "node_modules", "node", "bin"), { recursive: true });
    symlinkSync(process.execPath, join(project.root, "node_modules", "node", "bin", "node"));
    project.write("node_modules/.package-lock.json", readFileSync(join(project.root, "package-lock.json"), "utf8"));
    expect(await project.run(["start"])).to.equal(0);
    expect(JSON.parse(project.output).args).to.deep.equal(["start"]);
    expect(project.installs).to.equal(0);
  });

  it("install when a copy lacks the pinned Node", async () => {
    project.write("node_modules/.package-lock.json", readFileSync(join(project.root, "package-lock.json"), "utf8"));
    expect(await project.run(["start"])).to.equal(0);
    expect(project.installs).to.equal(1);
  });

  it("say in one line that the installation failed, and try again the next time", async () => {
    expect(await project.run(["start"], { NPM_FAILS: "1" })).to.equal(1);
    expect(project.output).to.include("The packages could not be installed");
    expect(await project.run(["start"])).to.equal(0);
  });

  it("take npm with them when they are stopped while it installs", async () => {
    const { child, ended } = project.start(["start"], { NPM_HANGS: "1" });
    await until(() => project.installs === 1);
    child.kill("SIGTERM");
    // The streams close only when npm, which shares them, is gone too.
    expect(await ended).to.equal(143);
  });

  it("end with the exit code of what they ran", async () => {
    expect(await project.run(["accord", "fail"])).to.equal(3);
  });

  it("pass SIGTERM on and wait for the drain", async () => {
    const { child, ended } = project.start(["start", "wait"]);
    await until(() => project.output.includes(`"wait"`));
    child.kill("SIGTERM");
    expect(await ended).to.equal(0);
    expect(project.output).to.match(/draining\n$/);
  });

  it("refuse a command that does not exist", async () => {
    expect(await project.run(["launch"])).to.equal(1);
    expect(project.output).to.match(/^Unknown command "launch". One of: start, /);
  });
});
