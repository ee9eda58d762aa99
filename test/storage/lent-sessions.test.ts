import { expect } from "chai";
import type { Pool } from "pg";
import { refuseLentSessions } from "#src/storage/lent-sessions.ts";

describe("the check for poolers that lend sessions", () => {
  it("releases the connection that it got where the other one is refused", async () => {
    let [asked, released] = [0, 0];
    const connect = async () => {
      if (++asked === 2) throw new Error("too many connections");
      return { release: () => released++ };
    };
    const check = refuseLentSessions({ connect } as unknown as Pool);
    expect(await check.catch(({ message }: Error) => message)).to.equal("too many connections");
    expect([asked, released]).to.deep.equal([2, 1]);
  });
});
