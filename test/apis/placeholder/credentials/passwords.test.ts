import { expect } from "chai";
import { hashPassword, isPassword, mostPending } from "#src/apis/placeholder/credentials/passwords.ts";
import { Problem } from "#src/http/problem.ts";

describe("passwords", function () {
  this.timeout(60_000);

  it("are told from others by their hash", async () => {
    const hash = await hashPassword("a lamp by the window");
    expect(await isPassword(hash, "a lamp by the window")).to.equal(true);
    expect(await isPassword(hash, "A lamp by the window")).to.equal(false);
    expect(await isPassword(null, "a lamp by the window")).to.equal(false);
  });

  it("have another hash each time", async () => {
    expect(await hashPassword("a lamp by the window")).to.not.equal(await hashPassword("a lamp by the window"));
  });

  it("wait for one another in a queue that has an end, and are hashed again when it is shorter", async () => {
    const waiting = Array.from({ length: mostPending }, () => hashPassword("a lamp by the window"));
    const refused = await hashPassword("one too many").catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Problem).with.property("code", "OVERLOADED");
    await Promise.all(waiting);
    expect(await hashPassword("a lamp by the window")).to.match(/^\$argon2id\$/);
  });
});
