/** Runs every `sh` block of the README and the guides, page by page, and compares what it prints with the `text` block after it. */
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { Accord, project } from "./support/accord.ts";
import { type Given, giveReaders, pattern, runAll, titleOf, tours } from "./support/tours.ts";

describe("the tours", () => {
  const folder = temporaryFolder();
  let server: Accord;
  let given: Given;
  before(async () => {
    // The one start that all pages ask for: `npm start`, with the variables that the tours of insurance and metrics add.
    const env = {
      ACCORD_DATA_DIR: join(folder, ".accord"),
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
      ACCORD_ALERT_GROUP_WAIT: "0",
    };
    symlinkSync(join(project, "bin"), join(folder, "bin"));
    server = new Accord(["start"], { env });
    await server.listening();
    given = await giveReaders(folder);
  });
  after(async () => {
    await server.stop();
    given?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are there for each API, beside the README's first minute", () => {
    expect(tours.map(({ page }) => page)).to.include.members([
      "README.md",
      "docs/guides/observability.md",
      "docs/guides/insurance.md",
      "docs/guides/ordering.md",
      "docs/guides/placeholder.md",
    ]);
  });

  for (const { page, steps } of tours) {
    describe(page, () => {
      it("asks its readers for what they can be given", () => {
        const asked = readFileSync(join(project, page), "utf8").matchAll(/^```bash\n(.*?)```/gms);
        const names = [...asked].flatMap(([, lines = ""]) => [...lines.matchAll(/^export (\w+)=/gm)]);
        for (const [, name = ""] of names) expect(given.variables).to.have.property(name);
      });

      let printed: string[];
      before(async () => {
        printed = await runAll(steps, folder, given.variables);
      });

      for (const [index, { commands, prints }] of steps.entries()) {
        it(`prints what it says: ${titleOf(commands)}`, () => {
          expect(prints, "commands without what they print").to.be.a("string");
          expect(printed[index]?.trim()).to.match(pattern(prints ?? ""));
        });
      }
    });
  }
});
