import { expect } from "chai";
import { settingLines } from "#src/config.ts";
import { accord } from "./support/accord.ts";

describe("accord --help", function () {
  this.timeout(30_000);

  it("explains every command, and every command explains itself", async () => {
    const { code, output } = await accord(["--help"]);
    expect(code).to.equal(0);
    const commands = [...output.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name);
    expect(commands).to.include.members(["start", "serve", "work", "migrate", "seed", "business", "project", "keys"]);
    await Promise.all(
      commands
        .filter((name) => name !== "help")
        .map(async (name) => {
          const help = await accord([name, "--help"]);
          expect(help.code, name).to.equal(0);
          expect(help.output, name).to.match(new RegExp(`^Usage: accord ${name}`));
        }),
    );
  });

  it("lists all settings with the commands that read them", async () => {
    const { output } = await accord(["start", "--help"]);
    for (const { variable } of settingLines) expect(output).to.include(`  ${variable} `);
  });

  it("is offered to who mistypes a command", async () => {
    const { code, output } = await accord(["strat"]);
    expect(code).to.equal(1);
    expect(output).to.include("Did you mean start?");
    expect(output).to.include("accord --help");
  });
});
