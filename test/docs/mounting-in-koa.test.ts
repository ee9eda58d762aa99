import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { problemOf } from "#test/contract/support/serve.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/handbook/mounting-in-koa.md"), "utf8");

/** The guide's program, its imports as they resolve from here. */
function program(): string {
  const [, code = ""] = /```js\n(.*?)```/s.exec(guide) ?? [];
  return code.replace(/from "([^"]+)"/g, (_, name: string) => `from "${import.meta.resolve(name)}"`);
}

describe("the program in the guide to mounting in Koa", () => {
  let child: ChildProcess;
  let folder: string;
  let url: string;
  const lines: string[] = [];
  before(async () => {
    folder = temporaryFolder();
    const file = join(folder, "shop.mjs");
    await writeFile(file, program());
    child = spawn(process.execPath, [file], {
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface(child.stdout as NonNullable<ChildProcess["stdout"]>).on("line", (line) => lines.push(line));
    await until(() => lines.length > 0);
    url = `http://127.0.0.1:${/^Listening on (\d+)$/.exec(lines[0] ?? "")?.[1]}`;
  });
  after(async () => {
    child.kill();
    await once(child, "exit");
  });

  it("serves the operation below its mount, through the middleware before it", async () => {
    const answer = await fetch(`${url}/shop/products/TEA`);
    expect([answer.status, answer.headers.get("x-served-by")]).to.deep.equal([200, "shop-1"]);
    expect(await answer.json()).to.deep.equal({ sku: "TEA", priceMinor: 1999 });
    await until(() => lines.some((line) => /^GET \/shop\/products\/TEA 200 [\d.]+ ms$/.test(line)));
  });

  it("refuses what the document does not allow", async () => {
    const answer = await fetch(`${url}/shop/products/tea`);
    expect([answer.status, answer.headers.get("x-served-by")]).to.deep.equal([400, "shop-1"]);
    expect((await problemOf(answer)).fieldErrors.map(({ path }) => path)).to.deep.equal(["/path/sku"]);
  });

  it("publishes the reference and the document, and leaves the rest to the application", async () => {
    for (const path of ["/shop/docs", "/shop/openapi.json"]) expect((await fetch(url + path)).status).to.equal(200);
    expect(await (await fetch(url)).text()).to.equal("The rest of the application.");
  });
});
