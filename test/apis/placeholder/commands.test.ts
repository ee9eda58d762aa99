import { expect } from "chai";
import { placeholderCommand } from "#src/apis/placeholder/commands.ts";
import { mailService } from "#src/apis/placeholder/mail/reset-mail.ts";
import { startDemoService } from "#src/sandbox/demo.ts";
import { placeholderServer } from "#test/builders/placeholder.ts";
import { accordOn } from "#test/support/command-context.ts";

describe("accord placeholder", () => {
  const server = placeholderServer();
  const run = async (args: string[], env: Record<string, string> = {}) =>
    accordOn(
      { database: await server.database.operator(), masterKey: server.masterKey },
      (open, write) => [placeholderCommand(open, write, env)],
      ["placeholder", ...args],
    );

  it("makes an account an administrator, who may list the users from the next request on", async () => {
    const as = await server.aUser();
    expect((await server.send("GET", "/v1/users", { as })).status).to.equal(403);
    const { exitCode, out } = await run(["admin", as.user.email.toUpperCase()]);
    expect(exitCode).to.equal(0);
    expect(out).to.match(/admin/).and.include(as.user.email);
    expect((await server.send("GET", "/v1/users", { as })).status).to.equal(200);
  });

  it("says when nobody is registered with the address", async () => {
    const { exitCode, err } = await run(["admin", "nobody@example.org"]);
    expect(exitCode).to.equal(1);
    expect(err).to.include("no account that is registered with nobody@example.org");
  });

  it("registers a mail service, which a sandbox does not replace, and keeps its secret to itself", async () => {
    const { manager } = server.database.dataSource;
    const { exitCode, out } = await run(["mail-service", "https://mail.example/v1/"], {
      ACCORD_MAIL_SECRET: "postage",
    });
    expect([exitCode, out]).to.deep.equal([0, "mail service: https://mail.example/v1\n"]);
    expect(await mailService.isReal(manager)).to.equal(true);
    const { rows } = await server.database.pool.query("SELECT url, secret FROM placeholder_mail_service");
    expect(rows.map(({ url }) => url)).to.deep.equal(["https://mail.example/v1"]);
    expect(rows[0].secret.includes("postage")).to.equal(false);
    expect(await startDemoService("mailbox", await server.database.operator(), server.masterKey)).to.equal(null);
  });

  it("registers no mail service without its secret, or at an address that anybody can read along", async () => {
    const without = await run(["mail-service", "https://mail.example"]);
    expect(without.exitCode).to.equal(1);
    expect(without.err).to.include("Give the mail service's secret in ACCORD_MAIL_SECRET");
    expect((await run(["mail-service", "http://mail.example"], { ACCORD_MAIL_SECRET: "postage" })).exitCode).to.equal(
      1,
    );
  });
});
