import { expect } from "chai";
import { type SandboxInsurersOptions, sandboxCommand } from "#src/sandbox/command.ts";

describe("accord sandbox insurers", () => {
  async function run(...args: string[]): Promise<SandboxInsurersOptions | null> {
    let asked: SandboxInsurersOptions | null = null;
    const command = sandboxCommand(async (options) => {
      asked = options;
    }).exitOverride();
    for (const child of command.commands) child.exitOverride().configureOutput({ writeErr: () => {} });
    await command.parseAsync(["insurers", ...args], { from: "user" });
    return asked;
  }

  it("listens on 8090 and forgets, unless told otherwise", async () => {
    expect(await run()).to.deep.equal({ port: 8090, journal: null });
    expect(await run("--port", "0", "--journal", "sales.jsonl")).to.deep.equal({ port: 0, journal: "sales.jsonl" });
  });

  for (const port of ["65536", "-1", "80.5", "http", ""])
    it(`refuses the port ${JSON.stringify(port)}`, async () => {
      const outcome = await run(`--port=${port}`).catch((error: Error) => error);
      expect(outcome).to.be.instanceOf(Error);
    });
});
