import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { Accord, project } from "./support/accord.ts";

/** A copy of what a developer edits, with the packages of this one. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const name of [
    "src",
    "console",
    "specs",
    "generated",
    "scripts",
    "docs",
    "package.json",
    "tsconfig.json",
    "redocly.yaml",
  ])
    cpSync(join(project, name), join(folder, name), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  return folder;
}

describe("accord dev", function () {
  this.timeout(480_000);
  const folder = checkout();
  const data = temporaryFolder();
  const document = join(folder, "specs", "placeholder", "openapi.yaml");
  const handlers = join(folder, "src", "apis", "placeholder", "api.ts");
  let server: Accord;
  let url: string;
  let asking = true;
  let asked: Promise<number[]>;

  before(async () => {
    server = new Accord(["dev"], { cli: join(folder, "src", "cli.ts"), cwd: folder, env: { ACCORD_DATA_DIR: data } });
    url = await server.listening();
    await until(() => server.output.includes("Watching"));
    asked = askAllTheTime();
  });
  after(async () => {
    await server.stop();
    for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
  });

  /** The statuses of requests one after another, from the first start to the end; 0 where nobody answers. */
  async function askAllTheTime(): Promise<number[]> {
    const statuses: number[] = [];
    while (asking)
      statuses.push(
        await titleOf(url)
          .then(({ status }) => status)
          .catch(() => 0),
      );
    return statuses;
  }

  async function titleOf(at: string): Promise<{ status: number; title: string }> {
    const answer = await fetch(`${at}/placeholder/openapi.json`, { headers: { connection: "close" } });
    const { info } = (await answer.json()) as { info: { title: string } };
    return { status: answer.status, title: info.title };
  }

  /** Changes a file; what the server says from then on. */
  function change(file: string, from: RegExp, to: string): () => string {
    const said = server.output.length;
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    return () => server.output.slice(said);
  }

  it("serves a document as it is changed", async () => {
    change(document, /^ {2}title: .*$/m, "  title: Another title");
    await until(async () => (await titleOf(url)).title === "Another title");
  });

  it("says where a document is broken, and keeps the last good one", async () => {
    const said = change(document, /^ {2}title: .*$/m, "  title: [");
    await until(() => said().includes("last good"));
    expect(said()).to.match(/^specs\/placeholder\/openapi\.yaml:\d+: error: /m);
    expect((await titleOf(url)).title).to.equal("Another title");
    change(document, /^ {2}title: .*$/m, "  title: Repaired");
    await until(async () => (await titleOf(url)).title === "Repaired");
  });

  it("leaves the last good handlers at work while the changed ones do not start", async () => {
    const said = change(handlers, /$/, '\nthrow new Error("not today");\n');
    await until(() => said().includes("last good"));
    expect(said()).to.include("not today");
    const repaired = change(handlers, /\nthrow new Error.*\n/, "");
    await until(() => repaired().includes("Reloaded"));
  });

  it("has answered every request meanwhile, and stops when it is told to", async () => {
    asking = false;
    expect(new Set(await asked)).to.deep.equal(new Set([200]));
    expect(await server.stop()).to.include({ code: 0 });
  });
});
