import { expect } from "chai";
import type { Command } from "commander";
import { program } from "#src/cli.ts";
import { settingLines } from "#src/config.ts";
import { code as codeOf, pages } from "#test/support/documentation.ts";
import { accord } from "./support/accord.ts";

const namesIn = ({ commands }: Command): string[] => commands.map((command) => command.name());

/** All commands below one, with what a caller types to reach them. */
function* commandsBelow(parent: Command, path = parent.name()): Generator<[path: string, command: Command]> {
  for (const command of parent.commands) {
    const own = `${path} ${command.name()}`;
    yield [own, command];
    yield* commandsBelow(command, own);
  }
}

describe("accord --help", () => {
  it("explains every command, and every command explains itself", () => {
    const listed = [...program.helpInformation().matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = ""]) => name);
    expect(listed).to.have.members([...namesIn(program), "help"]);
    const expected = ["start", "serve", "work", "migrate", "seed", "business", "project", "keys"];
    expect(listed).to.include.members(expected);
    for (const [path, command] of commandsBelow(program)) {
      expect(command.description(), path).to.not.equal("");
      expect(command.helpInformation(), path).to.match(new RegExp(`^Usage: ${path}`));
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
        const command = program.commands.find((each) => each.name() === name);
        expect(command, `${line}, which ${page} shows`).not.to.equal(undefined);
        if (command !== undefined && command.commands.length > 0 && inner !== "") {
          expect([...namesIn(command), "help"], `${line}, which ${page} shows`).to.include(inner);
        }
        shown++;
      }
    }
    expect(shown).to.be.greaterThan(20);
  });

  it("lists all settings with the commands that read them", async () => {
    const { code, output } = await accord(["start", "--help"]);
    expect(code).to.equal(0);
    for (const { variable } of settingLines) expect(output).to.include(`  ${variable} `);
  });

  it("is offered to who mistypes a command", async () => {
    const { code, output } = await accord(["strat"]);
    expect(code).to.equal(1);
    expect(output).to.include("Did you mean start?");
    expect(output).to.include("accord --help");
  });
});
