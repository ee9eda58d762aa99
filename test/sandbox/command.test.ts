import { expect } from "chai";
import { type SandboxInsurersOptions, sandboxCommand } from "#src/sandbox/command.ts";

const notRun = () => Promise.reject(new Error("another sandbox was asked for"));

describe("accord sandbox insurers", () => {
  async function run(...args: string[]): Promise<SandboxInsurersOptions | null> {
    let asked: SandboxInsurersOptions | null = null;
    const insurers = async (options: SandboxInsurersOptions) => {
      asked = options;
    };
    const command = sandboxCommand({ insurers, service: notRun }).exitOverride();
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

describe("accord sandbox mailbox, clearing-house and qr-platform", () => {
  it("listen on ports of their own unless told otherwise", async () => {
    const asked: [string, number][] = [];
    const service = async (name: string, { port }: { port: number }) => void asked.push([name, port]);
    for (const args of [["mailbox"], ["clearing-house"], ["qr-platform"], ["clearing-house", "--port", "0"]])
      await sandboxCommand({ insurers: notRun, service }).parseAsync(args, { from: "user" });
    expect(asked).to.deep.equal([
      ["mailbox", 8091],
      ["clearing-house", 8092],
      ["qr-platform", 8093],
      ["clearing-house", 0],
    ]);
  });
});
