import { expect } from "chai";
import { CommanderError } from "commander";
import { placeholderCommand } from "#src/apis/placeholder/commands.ts";
import { placeholderServer } from "./operations/server.ts";

describe("accord placeholder admin", () => {
  const server = placeholderServer();
  const run = async (...args: string[]) => {
    let output = "";
    const open = async () => ({ database: server.database, close: async () => {} });
    const command = placeholderCommand(open, (text) => {
      output += text;
    });
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({ writeErr: (text) => (output += text) });
    const code = await command.parseAsync(args, { from: "user" }).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof CommanderError) return error.exitCode;
        throw error;
      },
    );
    return { code, output };
  };

  it("makes an account an administrator, who may list the users from the next request on", async () => {
    const as = await server.someone();
    expect((await server.send("GET", "/v1/users", { as })).status).to.equal(403);
    const { code, output } = await run("admin", as.user.email.toUpperCase());
    expect(code).to.equal(0);
    expect(output).to.match(/admin/).and.include(as.user.email);
    expect((await server.send("GET", "/v1/users", { as })).status).to.equal(200);
  });

  it("says when nobody is registered with the address", async () => {
    const { code, output } = await run("admin", "nobody@example.org");
    expect(code).to.equal(1);
    expect(output).to.include("no account is registered with nobody@example.org");
  });
});
