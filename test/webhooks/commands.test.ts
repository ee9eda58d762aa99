import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "chai";
import { Command, CommanderError } from "commander";
import { webhookCommands } from "#src/webhooks/commands.ts";
import { signedHeaders } from "#src/webhooks/signature.ts";
import { until } from "#test/support/until.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

describe("accord webhooks listen", () => {
  let out: string;
  let end: () => void;
  let ended: Promise<unknown>;

  function start(...args: string[]): void {
    out = "";
    const stop = Promise.withResolvers<void>();
    end = stop.resolve;
    const program = new Command("accord");
    for (const command of webhookCommands(
      (text) => {
        out += text;
      },
      () => stop.promise,
    )) {
      program.addCommand(command);
    }
    const quiet = (command: Command): void => {
      command.exitOverride().configureOutput({ writeErr: () => {} });
      command.commands.forEach(quiet);
    };
    quiet(program);
    ended = program.parseAsync(["webhooks", "listen", ...args], { from: "user" });
  }

  async function listening(): Promise<string> {
    start("--port", "0", "--secret", secret);
    await until(() => out.includes("Listening"));
    return /http:\S+/.exec(out)?.[0] ?? "";
  }

  afterEach(async () => {
    end();
    await ended.catch(() => {});
  });

  const body = '{"eventId":"evt_1","type":"policy.issued"}';
  const headers = (key = secret, now = new Date()) =>
    signedHeaders(
      { eventId: "evt_1", eventType: "policy.issued", attempt: 3, body },
      [{ id: "whk_1", secret: key }],
      now,
    );

  it("prints a genuine delivery and accepts it", async () => {
    const url = await listening();
    const { status } = await fetch(url, { method: "POST", headers: headers(), body });
    expect(status).to.equal(204);
    expect(out).to.match(/policy\.issued {2}evt_1 {2}attempt 3 {2}signature valid\n {2}\{"eventId":"evt_1"/);
  });

  for (const [what, sent, refusal] of [
    ["signed with another secret", () => headers("whsec_another"), "NO_SIGNATURE_MATCHES"],
    ["sent six minutes ago", () => headers(secret, new Date(Date.now() - 360_000)), "TIMESTAMP_TOO_FAR"],
    ["without a signature", () => ({}), "HEADER_MISSING"],
  ] as const) {
    it(`refuses one that is ${what}, and says why`, async () => {
      const url = await listening();
      const answer = await fetch(url, { method: "POST", headers: sent(), body });
      expect([answer.status, await answer.text()]).to.deep.equal([400, refusal]);
      expect(out).to.include(`REFUSED: ${refusal}`);
    });
  }

  it("refuses one that is too long, and says why", async () => {
    const url = await listening();
    const answer = await fetch(url, { method: "POST", headers: headers(), body: "x".repeat(8_000_000) });
    expect([answer.status, await answer.text()]).to.deep.equal([400, "BODY_TOO_LARGE"]);
  });

  it("prints no control characters of a body", async () => {
    const url = await listening();
    await fetch(url, { method: "POST", headers: headers(), body: "\u001b[2J\u202e" });
    expect(out).to.include("\ufffd[2J\ufffd");
  });

  for (const args of [
    ["--port", "x", "--secret", secret],
    ["--port", "70000", "--secret", secret],
    ["--port", "0", "--secret", "hunter2"],
    ["--port", "0"],
    ["--secret", secret],
  ]) {
    it(`refuses ${args.join(" ")}`, async () => {
      start(...args);
      const error = await ended.catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(CommanderError).with.property("exitCode", 1);
    });
  }

  it("says so when the port is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    start("--port", String(typeof address === "object" ? address?.port : 0), "--secret", secret);
    const error = await ended.catch((caught: unknown) => caught);
    expect(String(error)).to.include("EADDRINUSE");
    taken.close();
  });
});
