import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { Changes } from "../../scripts/dev/changes.ts";

describe("the changes that accord dev waits for", () => {
  let folder: string;
  let changes: Changes;
  const stopping = new AbortController();
  let sets: AsyncGenerator<ReadonlySet<string>>;
  before(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, "api"));
    writeFileSync(join(folder, "api", "a.yaml"), "1");
    changes = new Changes([folder]);
    sets = changes.until(stopping.signal);
  });
  after(() => {
    stopping.abort();
    changes.close();
  });

  const told = new Set<string>();

  /** Waits until this file is among what has changed. */
  async function seen(path: string): Promise<void> {
    for (;;) {
      const { value } = (await sets.next()) as { value: ReadonlySet<string> };
      for (const each of value) told.add(each);
      if (value.has(path)) return;
    }
  }

  it("are those of a file that another has taken the place of, too", async () => {
    const file = join(folder, "api", "a.yaml");
    writeFileSync(`${file}.new`, "2");
    renameSync(`${file}.new`, file);
    await seen(file);
    writeFileSync(file, "3");
    await seen(file);
  });

  it("are those of folders that come later, or come again", async () => {
    const [inner, file] = [join(folder, "late", "inner"), join(folder, "late", "inner", "b.ts")];
    for (const text of ["1", "2"]) {
      mkdirSync(inner, { recursive: true });
      writeFileSync(file, text);
      await seen(file);
      writeFileSync(file, `${text}!`);
      await seen(file);
      rmSync(join(folder, "late"), { recursive: true });
      await seen(file);
    }
  });

  it("are of sources alone", async () => {
    writeFileSync(join(folder, "api", "a.yaml~"), "");
    writeFileSync(join(folder, "api", "c.ts"), "");
    await seen(join(folder, "api", "c.ts"));
    expect([...told].filter((path) => !/\.(ts|yaml)$/.test(path))).to.deep.equal([]);
  });
});
