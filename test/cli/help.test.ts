import { expect } from "chai";
import { settingLines } from "#src/config.ts";
import { code as codeOf, pages } from "#test/support/documentation.ts";
import { accord, type Finished } from "./support/accord.ts";

/** The commands that a help text lists. */
function commandsIn({ output }: Finished): string[] {
  return [...output.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = ""]) => name);
}

describe("accord --help", function () {
  this.timeout(90_000);

  let top: Finished;
  /** The help of each command. */
  let helps: ReadonlyMap<string, Finished>;
  before(async () => {
    top = await accord(["--help"]);
    const names = commandsIn(top).filter((name) => name !== "help");
    helps = new Map(
      await Promise.all(names.map(async (name) => [name, await accord([name, "--help"])] as [string, Finished])),
    );
  });

  it("explains every command, and every command explains itself", () => {
    expect(top.code).to.equal(0);
    const expected = ["start", "serve", "work", "migrate", "seed", "business", "project", "keys"];
    expect([...helps.keys()]).to.include.members(expected);
    for (const [name, help] of helps) {
      expect(help.code, name).to.equal(0);
      expect(help.output, name).to.match(new RegExp(`^Usage: accord ${name}`));
    }
  });

  it("knows every command that the documentation shows", () => {
    let shown = 0;
    for (const page of pages) {
      // `bin/accord project create acme`: the command, and its own command where it has some.
      for (const [line, name = "", inner = ""] of codeOf(page).matchAll(
        /(?<![\w.-])accord ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g,
      )) {
        if (page === "CHANGELOG.md") continue;
        const help = helps.get(name);
        expect(help, `${line}, which ${page} shows`).not.to.equal(undefined);
        if (help?.output.includes("\nCommands:") && inner !== "") {
          expect(commandsIn(help), `${line}, which ${page} shows`).to.include(inner);
        }
        shown++;
      }
    }
    expect(shown).to.be.greaterThan(20);
  });

  it("lists all settings with the commands that read them", () => {
    for (const { variable } of settingLines) expect(helps.get("start")?.output).to.include(`  ${variable} `);
  });

  it("is offered to who mistypes a command", async () => {
    const { code, output } = await accord(["strat"]);
    expect(code).to.equal(1);
    expect(output).to.include("Did you mean start?");
    expect(output).to.include("accord --help");
  });
});
