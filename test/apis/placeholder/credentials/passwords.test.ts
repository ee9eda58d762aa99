import { expect } from "chai";
import { hashPassword, isPassword } from "#src/apis/placeholder/credentials/passwords.ts";

describe("passwords", () => {
  it("are told from others by their hash", async () => {
    const hash = await hashPassword("a lamp by the window", "ada");
    expect(await isPassword(hash, "a lamp by the window")).to.equal(true);
    expect(await isPassword(hash, "A lamp by the window")).to.equal(false);
    expect(await isPassword(null, "a lamp by the window")).to.equal(false);
  });

  it("have another hash each time", async () => {
    expect(await hashPassword("a lamp by the window", "ada")).to.not.equal(
      await hashPassword("a lamp by the window", "ada"),
    );
  });

  it("of new accounts take turns of their own, which who signs in does not wait for", async () => {
    const known = await hashPassword("a lamp by the window", "ada");
    let hashed = 0;
    const crowd = Array.from({ length: 24 }, () => hashPassword("a lamp by the window", "ada").then(() => hashed++));
    expect(await isPassword(known, "a lamp by the window")).to.equal(true);
    expect(hashed).to.be.below(12);
    await Promise.all(crowd);
  });

  it("of one owner wait in a queue of their own, which other owners do not wait for", async () => {
    let hashed = 0;
    const crowd = Array.from({ length: 60 }, () => hashPassword("a lamp by the window", "flood").then(() => hashed++));
    const refused = Promise.allSettled(crowd);
    await hashPassword("a lamp by the window", "grace");
    expect(hashed).to.be.below(6);
    const overloaded = (await refused).filter(({ status }) => status === "rejected");
    expect(overloaded).to.have.length(60 - 32 - 1);
  });
});
