import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { activate, finishRestore, type Layout, layoutOf, partsIn, stagedAt } from "#src/storage/backup/activation.ts";
import { temporaryFolder } from "#test/support/folder.ts";

const parts = ["postgres", "objects", "master-key", "demo.json"];
const now = new Date("2026-11-22T20:15:00.123Z");
const replaced = "replaced-20261122T201500123Z";

describe("the activation of a restore", () => {
  let dataDir: string;
  let fallback: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
    fallback = join(dataDir, "var-lib-accord");
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const read = (...path: string[]) => readFileSync(join(...path), "utf8");

  /** An installation without demo.json, and one that waits to replace it, without master-key. */
  async function prepare(home = join(dataDir, "postgres")): Promise<Layout> {
    write(join(home, "data", "PG_VERSION"), "old");
    write(join(dataDir, "objects", "a"), "old");
    write(join(dataDir, "master-key"), "old");
    const layout = await layoutOf(dataDir, fallback);
    expect(layout.database).to.equal(home);
    write(join(stagedAt(layout, "postgres"), "data", "PG_VERSION"), "new");
    write(join(stagedAt(layout, "objects"), "a"), "new");
    write(stagedAt(layout, "demo.json"), "new");
    return layout;
  }

  function expectRestored({ database }: Layout): void {
    expect(read(database, "data", "PG_VERSION")).to.equal("new");
    expect(read(dataDir, "objects", "a")).to.equal("new");
    expect(read(dataDir, "demo.json")).to.equal("new");
    expect(existsSync(join(dataDir, "master-key"))).to.equal(false);
    expect(read(dirname(database), replaced, database.split("/").at(-1) ?? "", "data", "PG_VERSION")).to.equal("old");
    expect(readdirSync(join(dataDir, replaced))).to.include.members(["objects", "master-key"]);
    for (const left of ["restore.json", "restoring", "postgres.restoring"])
      expect(existsSync(join(dataDir, left)), left).to.equal(false);
  }

  it("replaces all parts, and moves the old ones aside", async () => {
    const layout = await prepare();
    expect(await activate(layout, parts, now)).to.deep.equal([join(dataDir, replaced)]);
    expectRestored(layout);
  });

  it("takes an empty folder, and a home that was only just made, for none", async () => {
    mkdirSync(join(dataDir, "objects"));
    const home = join(fallback, "shop-0123456789ab");
    write(join(dataDir, "postgres", "moved-to"), home);
    write(join(home, "moved-from"), join(dataDir, "postgres"));
    const layout = await layoutOf(dataDir, fallback);
    expect(await partsIn(layout, parts)).to.deep.equal([]);
    write(join(stagedAt(layout, "postgres"), "data", "PG_VERSION"), "new");
    mkdirSync(stagedAt(layout, ""));
    expect(await activate(layout, parts, now)).to.deep.equal([]);
    expect(read(home, "data", "PG_VERSION")).to.equal("new");
  });

  const homes = { "in the data folder": false, "that has moved": true };
  for (const [name, moved] of Object.entries(homes)) {
    it(`is finished by the next start wherever it was cut short, with a database ${name}`, async () => {
      for (let done = 0; done <= 6; done++) {
        rmSync(dataDir, { recursive: true });
        const home = moved ? join(fallback, "shop-0123456789ab") : join(dataDir, "postgres");
        if (moved) {
          write(join(dataDir, "postgres", "moved-to"), home);
          write(join(home, "moved-from"), join(dataDir, "postgres"));
        }
        mkdirSync(dataDir, { recursive: true });
        const layout = await prepare(home);
        if (moved) write(join(stagedAt(layout, "postgres"), "moved-from"), join(dataDir, "postgres"));
        const old = ["postgres", "objects", "master-key"];
        const restored = ["postgres", "objects", "demo.json"];
        const journal = { stamp: replaced.slice("replaced-".length), database: home, old, restored };
        write(join(dataDir, "restore.json"), JSON.stringify(journal));
        const placeOf = (part: string) => (part === "postgres" ? home : join(dataDir, part));
        const steps = [
          ...old.map((part) => () => {
            const aside = join(dirname(placeOf(part)), replaced, placeOf(part).split("/").at(-1) ?? "");
            mkdirSync(dirname(aside), { recursive: true });
            renameSync(placeOf(part), aside);
          }),
          ...restored.map((part) => () => renameSync(stagedAt(layout, part), placeOf(part))),
        ];
        for (const step of steps.slice(0, done)) step();
        await finishRestore(dataDir, fallback);
        expectRestored(layout);
        await finishRestore(dataDir, fallback);
        expectRestored(layout);
      }
    });
  }

  it("leaves the old installation as it was when it had not begun", async () => {
    const layout = await prepare();
    await finishRestore(dataDir, fallback);
    expect(read(layout.database, "data", "PG_VERSION")).to.equal("old");
    expect(await partsIn(layout, parts)).to.deep.equal(["postgres", "objects", "master-key"]);
    expect(readdirSync(dataDir)).to.have.members(["postgres", "objects", "master-key"]);
  });

  it("goes on where it was stopped by what was in the way", async () => {
    const layout = await prepare();
    write(join(dataDir, replaced), "in the way");
    const stopped = await activate(layout, parts, now).catch((error: Error) => error.message);
    expect(stopped).to.include("The next start or restore goes on with it.");
    rmSync(join(dataDir, replaced));
    await finishRestore(dataDir, fallback);
    expectRestored(layout);
  });

  it("follows no journal that leads elsewhere", async () => {
    const others = join(fallback, "others-0123456789ab");
    write(join(others, "data", "PG_VERSION"), "theirs");
    write(join(others, "moved-from"), "/somewhere/else/postgres");
    const journals = [
      { stamp: "1", database: others, old: ["postgres"], restored: [] },
      { stamp: "1", database: join(dataDir, "postgres"), old: ["../x"], restored: [] },
      { stamp: "../1", database: join(dataDir, "postgres"), old: [], restored: [] },
    ];
    for (const journal of journals) {
      write(join(dataDir, "restore.json"), JSON.stringify(journal));
      const refused = await finishRestore(dataDir, fallback).catch((error: Error) => error.message);
      expect(refused).to.equal(`${join(dataDir, "restore.json")} is damaged.`);
    }
    expect(read(others, "data", "PG_VERSION")).to.equal("theirs");
  });
});
