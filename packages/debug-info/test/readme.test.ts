import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const folder = fileURLToPath(new URL("..", import.meta.url));

describe("the README of the readers of debug information", () => {
  it("has an example that runs", () => {
    const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync(`${folder}README.md`, "utf8")) ?? [];
    const args = ["--input-type=module-typescript", "--eval", example];
    const said = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(said).to.match(/^\S.* \S+ \d+$/m);
  });
});
