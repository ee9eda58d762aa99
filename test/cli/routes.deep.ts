import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { accord, project } from "./support/accord.ts";

describe("accord routes", () => {
  it("lists every operation with its security, the file of its handler, and its tests", async () => {
    const { code, output } = await accord(["routes"]);
    expect(code, output).to.equal(0);
    const rows = output.split("\n").map((line) => line.split(/ {2,}/));
    const [, path, , security, handler, tests] = rows.find(([, , operation]) => operation === "cancelPolicy") ?? [];
    expect(path).to.equal("/api/v1/policies/{providerId}/{policyId}/cancel");
    expect(security).to.equal("ApiKey");
    expect(handler).to.match(/^src\/apis\/insurance\/handlers\/policies\.ts:\d+$/);
    expect(tests).to.include("test/apis/insurance/operations/cancel-policy.test.ts");
    expect(rows.filter(([, , , , place]) => place === "missing")).to.deep.equal([]);
  });

  it("ends as other programs do when its reader has seen enough", async () => {
    const listing = spawn(process.execPath, [join(project, "src/cli.ts"), "routes"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors = text(listing.stderr);
    // Nobody reads, before it has written anything.
    listing.stdout.destroy();
    const [code] = await once(listing, "exit");
    expect(await errors).to.equal("");
    expect(code).to.equal(128 + 13);
  });

  it("says which APIs there are when it is asked for another", async () => {
    const { code, errors } = await accord(["routes", "shop"]);
    expect(code).to.equal(1);
    expect(errors).to.match(/^There is no API shop\. One of: .*wallet/);
  });
});
