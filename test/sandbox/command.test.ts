import { expect } from "chai";
import { type SandboxInsurersOptions, sandboxCommand } from "#src/sandbox/command.ts";

const notRun = () => Promise.reject(new Error("another sandbox was asked for"));

describe("accord sandbox insurers", () => {
  async function run(...args: string[]): Promise<SandboxInsurersOptions | null> {
    let asked: SandboxInsurersOptions | null = null;
    const insurers = async (options: SandboxInsurersOptions) => {
      asked = options;
    };
    const command = sandboxCommand({ insurers, mailbox: notRun }).exitOverride();
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

describe("accord sandbox mailbox", () => {
  it("listens on 8091 unless told otherwise", async () => {
    const ports: number[] = [];
    const mailbox = async ({ port }: { port: number }) => void ports.push(port);
    for (const args of [[], ["--port", "0"]])
      await sandboxCommand({ insurers: notRun, mailbox }).parseAsync(["mailbox", ...args], { from: "user" });
    expect(ports).to.deep.equal([8091, 0]);
  });
});
