import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type DataLock, lockDataFolder } from "#src/storage/embedded/lock.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { otherProcess } from "#test/support/process.ts";

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
  afterEach(() => rmSync(folder, { recursive: true }));

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
