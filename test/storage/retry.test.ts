import { expect } from "chai";
import { DatabaseAway } from "#src/storage/health.ts";
import { attemptAgain } from "#src/storage/retry.ts";

const passing = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
const away = () => new DatabaseAway(passing());

describe("attempts of a transaction", () => {
  /** Meets these errors, one after the other, and then gets through. How often it was attempted, what came of it, and the pauses. */
  async function meeting(errors: readonly Error[], retryMs = 60_000) {
    const left = [...errors];
    const pauses: number[] = [];
    let attempts = 0;
    const attempt = async () => {
      attempts++;
      const error = left.shift();
      if (error !== undefined) throw error;
      return "through";
    };
    const pause = async (ms: number) => {
      pauses.push(ms);
    };
    const options = { retryMs, firstPauseMs: 10, longestPauseMs: 40, pause };
    const outcome = await attemptAgain(attempt, options).catch((error: unknown) => error);
    return { attempts, outcome, pauses };
  }

  it("go on with growing pauses while what they meet passes", async () => {
    const errors = [passing(), passing(), away(), passing()];
    expect(await meeting(errors)).to.deep.equal({ attempts: 5, outcome: "through", pauses: [10, 20, 40, 40] });
  });

  it("end with what does not pass", async () => {
    const mistake = new TypeError("a mistake");
    expect(await meeting([passing(), mistake])).to.deep.equal({ attempts: 2, outcome: mistake, pauses: [10] });
  });

  it("end with the first where the database was known to be away before it", async () => {
    const known = away();
    expect(await meeting([known])).to.deep.equal({ attempts: 1, outcome: known, pauses: [] });
  });

  it("end when their time is over", async () => {
    const last = passing();
    expect(await meeting([last], 9)).to.deep.equal({ attempts: 1, outcome: last, pauses: [] });
  });
});
