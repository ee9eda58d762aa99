import {
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startEmbeddedPostgres } from "#src/storage/embedded/postgres.ts";
import { openFolder, openToAppend, readPlain, refuseLinks, replaceFile } from "#src/storage/plain-files.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { accord } from "#test/cli/support/accord.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";

/** nobody, on every Linux and macOS that has root tests. */
const stranger = 65_534;

describe("files in folders of others", () => {
  let folder: string;
  let victim: string;
  let victimFolder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    [victim, victimFolder] = [join(folder, "victim"), join(folder, "victims")];
    writeFileSync(victim, "precious", { mode: 0o644 });
    mkdirSync(victimFolder, { mode: 0o755 });
  });

  const link = (name: string, to = victim): string => {
    const path = join(folder, name);
    symlinkSync(to, path);
    return path;
  };

  const expectUntouched = () => {
    expect(readFileSync(victim, "utf8")).to.equal("precious");
    expect([statSync(victim).mode & 0o777, statSync(victim).uid]).to.deep.equal([0o644, process.getuid?.()]);
    expect([statSync(victimFolder).mode & 0o777, statSync(victimFolder).uid]).to.deep.equal([
      0o755,
      process.getuid?.(),
    ]);
    expect(readdirSync(victimFolder)).to.deep.equal([]);
  };

  it("replaces a link itself, and leaves no unfinished file", async () => {
    await replaceFile(link("password"), "new");
    expectUntouched();
    expect(readFileSync(join(folder, "password"), "utf8")).to.equal("new");
    expect(statSync(join(folder, "password")).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder).sort()).to.deep.equal(["password", "victim", "victims"]);
    const failure = await replaceFile(victimFolder, "text").catch((error: NodeJS.ErrnoException) => error.code);
    expect(failure).to.equal("EISDIR");
    expect(readdirSync(folder)).to.have.length(3);
  });

  it("reads nothing where nothing is", async () => {
    expect(await readPlain(join(folder, "missing"))).to.equal(undefined);
    expect(await readPlain(join(victim, "below-a-file"))).to.equal(undefined);
  });

  describe("for root", () => {
    before(function () {
      if (process.getuid?.() !== 0) this.skip();
    });

    const refused = async (path: string, work: Promise<unknown>) => {
      const error = await work.catch((failure: unknown) => failure);
      expect(error).to.be.instanceOf(StartupError);
      expect((error as Error).message).to.include(`${path} is a link`);
      expectUntouched();
    };

    it("opens no link, to a file or to a folder, and no file with a second name for writing", async () => {
      await refused(join(folder, "log"), openToAppend(link("log"), { uid: stranger, gid: stranger }));
      await refused(join(folder, "log"), readPlain(join(folder, "log")));
      await refused(join(folder, "data"), openFolder(link("data", victimFolder)));
      await refused(join(folder, "data"), refuseLinks(folder));
      linkSync(victim, join(folder, "second"));
      await refused(join(folder, "second"), openToAppend(join(folder, "second"), { uid: stranger, gid: stranger }));
    });

    for (const name of ["password", "data", "data.unfinished", "postgres.log", "moved-to"]) {
      it(`starts no database over a planted ${name}`, async () => {
        const directory = join(folder, "postgres");
        mkdirSync(directory);
        symlinkSync(name.startsWith("data") ? victimFolder : victim, join(directory, name));
        chownSync(directory, stranger, stranger);
        await refused(join(directory, name), startEmbeddedPostgres({ directory, log: silent }));
      });
    }

    it("starts no database in a folder that is a link", async () => {
      await refused(
        join(folder, "postgres"),
        startEmbeddedPostgres({ directory: link("postgres", victimFolder), log: silent }),
      );
    });

    it("starts no object store over a planted link, and overwrites planted files themselves", async () => {
      link("objects", victimFolder);
      for (const name of ["running.json", "demo.json", "object-store.json"]) link(name);
      chownSync(folder, stranger, stranger);
      const { code, errors } = await accord(["start"], { env: { ACCORD_DATA_DIR: folder } });
      expect(code).to.equal(1);
      expect(errors).to.match(/(objects|object-store\.json) is a link, which root does not follow/);
      expectUntouched();
    });
  });
});
