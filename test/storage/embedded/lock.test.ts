import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type DataLock, dataFolderHolder, lockDataFolder } from "#src/storage/embedded/lock.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

const holdLock = `
  import { lockDataFolder } from "#src/storage/embedded/lock.ts";
  try {
    await lockDataFolder(process.argv[2]);
    say("locked");
    setInterval(() => {}, 1000);
  } catch (error) {
    say(error.message);
  }`;

describe("lock of the data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const refusal = async (attempt: Promise<DataLock>) =>
    attempt.then(
      () => "",
      (error: Error) => error.message,
    );

  it("turns a second process away, naming the first", async () => {
    const first = otherProcess(holdLock, folder);
    expect(await first.line()).to.equal("locked");
    expect(await refusal(lockDataFolder(folder))).to.include(`already running on ${folder} (process ${first.pid})`);
    await first.kill("SIGKILL");
  });

  it("passes to the next start after kill -9", async () => {
    const first = otherProcess(holdLock, folder);
    await first.line();
    await first.kill("SIGKILL");
    const lock = await lockDataFolder(folder);
    expect(await refusal(lockDataFolder(folder))).to.include(`process ${process.pid}`);
    await lock.release();
  });

  it("is not fooled by a new process with the pid of the dead one", async () => {
    writeFileSync(join(folder, "lock"), `${process.pid} another-time\n`);
    await (await lockDataFolder(folder)).release();
  });

  describe("whose holder is in another container", () => {
    const holder = () => join(folder, "lock");
    const foreign = "7 started-there pid:[1]\n";

    it("is refused while the holder renews it", async () => {
      writeFileSync(holder(), foreign);
      const renewing = setInterval(() => utimesSync(holder(), new Date(), new Date()), 500);
      try {
        expect(await dataFolderHolder(folder)).to.equal(7);
        expect(await refusal(lockDataFolder(folder))).to.include("process 7");
        expect(readFileSync(holder(), "utf8")).to.equal(foreign);
      } finally {
        clearInterval(renewing);
      }
    });

    it("is taken over when the holder no longer renews it", async () => {
      writeFileSync(holder(), foreign);
      const lock = await lockDataFolder(folder);
      // Another one that watched the same holder must not take the new one for silent.
      expect(statSync(holder()).mtimeMs).to.be.above(Date.now() - 1_000);
      expect(await dataFolderHolder(folder)).to.equal(process.pid);
      await lock.release();
    });

    it("is taken over within the same time when the clock was set back", async () => {
      writeFileSync(holder(), foreign);
      const ahead = new Date(Date.now() + 3_600_000);
      utimesSync(holder(), ahead, ahead);
      expect(await dataFolderHolder(folder)).to.equal(undefined);
      await (await lockDataFolder(folder)).release();
    });

    it("is taken over at once when it was renewed long ago", async () => {
      writeFileSync(holder(), foreign);
      utimesSync(holder(), new Date(0), new Date(0));
      expect(await dataFolderHolder(folder)).to.equal(undefined);
      await (await lockDataFolder(folder)).release();
    });
  });

  it("is renewed by its holder", async () => {
    const lock = await lockDataFolder(folder);
    utimesSync(join(folder, "lock"), new Date(0), new Date(0));
    await until(() => statSync(join(folder, "lock")).mtimeMs > Date.now() - 60_000);
    await lock.release();
  });

  it("goes to exactly one of many that find a dead holder", async () => {
    writeFileSync(join(folder, "lock"), "999999999 long-ago\n");
    const attempts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const contender = otherProcess(holdLock, folder);
        return { contender, said: await contender.line() };
      }),
    );
    expect(attempts.filter(({ said }) => said === "locked")).to.have.length(1);
    await Promise.all(attempts.map(({ contender }) => contender.kill("SIGKILL")));
  });

  it("is free again after release", async () => {
    await (await lockDataFolder(folder)).release();
    await (await lockDataFolder(folder)).release();
  });

  it("says so when the folder cannot be written", async () => {
    expect(await refusal(lockDataFolder("/dev/null/accord"))).to.match(
      /\/dev\/null\/accord cannot be written \(ENOTDIR\)/,
    );
  });
});
