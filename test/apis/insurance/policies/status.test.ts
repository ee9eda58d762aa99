import { expect } from "chai";
import fc from "fast-check";
import { nextDocumentsAt, nextReadingAt } from "#src/apis/insurance/policies/polling-schedule.ts";
import {
  earliestDayOnEarth,
  eventOfChange,
  type PolicyStatus,
  statusAfter,
  statusesBeforeTheEnd,
} from "#src/apis/insurance/policies/status.ts";

const statuses: readonly PolicyStatus[] = ["PENDING", "ACTIVE", "CANCELLATION_REQUESTED", "CANCELLED", "EXPIRED"];
const status = fc.constantFrom(...statuses);
const noon = Date.parse("2026-11-21T12:00:00Z");
const today = { endDate: "2026-11-21" };

describe("what a policy is", () => {
  it("is what its insurer says, while it has days left", () => {
    fc.assert(
      fc.property(status, status, (known, heard) => {
        fc.pre(!(known === "CANCELLED" && heard === "EXPIRED"));
        expect(statusAfter(known, { status: heard, ...today }, noon)).to.equal(heard);
      }),
    );
  });

  it("is never in force after its last day, whatever the insurer says", () => {
    fc.assert(
      fc.property(status, status, (known, heard) => {
        const after = statusAfter(known, { status: heard, endDate: "2026-11-19" }, noon);
        expect(statusesBeforeTheEnd).to.not.include(after);
        if (heard === "CANCELLED") expect(after).to.equal("CANCELLED");
      }),
    );
  });

  it("is not expired after it was cancelled", () => {
    expect(statusAfter("CANCELLED", { status: "EXPIRED", ...today }, noon)).to.equal("CANCELLED");
    expect(statusAfter("CANCELLED", { status: "ACTIVE", endDate: "2026-11-19" }, noon)).to.equal("CANCELLED");
  });

  it("is in force again when the insurer revives it", () => {
    for (const known of ["CANCELLED", "EXPIRED"] as const)
      expect(statusAfter(known, { status: "ACTIVE", ...today }, noon)).to.equal("ACTIVE");
  });

  it("has its last day until that is over in the last time zone", () => {
    const midnight = Date.parse("2026-11-22T00:00:00Z");
    expect(earliestDayOnEarth(midnight)).to.equal("2026-11-21");
    expect(earliestDayOnEarth(midnight + 12 * 3_600_000 - 1)).to.equal("2026-11-21");
    expect(earliestDayOnEarth(midnight + 12 * 3_600_000)).to.equal("2026-11-22");
  });

  it("is news when it ends or is asked to, and not when cover begins", () => {
    fc.assert(
      fc.property(status, status, (before, after) => {
        const isNews = before !== after && after !== "PENDING" && after !== "ACTIVE";
        expect(eventOfChange(before, after)).to.equal(isNews ? `policy.${after.toLowerCase()}` : null);
      }),
    );
  });
});

describe("pauses between two questions to an insurer", () => {
  const minutes = (count: number) => count * 60_000;
  const start = new Date(noon);

  /** How long after `start` the questions come (minutes), for at most so long. */
  function asked(next: (since: Date, now: Date) => Date | null, withinMinutes: number): number[] {
    const times: number[] = [];
    for (let now: Date | null = start; now !== null; now = next(start, now)) {
      const minute = (now.getTime() - start.getTime()) / minutes(1);
      if (minute > withinMinutes) break;
      times.push(minute);
    }
    return times;
  }

  it("are a minute at first and an hour at last, as long as a review takes", () => {
    const times = asked(nextReadingAt, 7 * 1440);
    expect(times.slice(0, 5)).to.deep.equal([0, 1, 2, 3, 4]);
    const pauses = times.slice(1).map((minute, index) => Math.round(minute - (times[index] ?? 0)));
    expect(pauses.slice(0, -1).every((pause, index) => pause <= (pauses[index + 1] ?? 0))).to.equal(true);
    expect(pauses.at(-1)).to.equal(60);
  });

  it("let documents be looked for about twelve times, on the first day", () => {
    const times = asked(nextDocumentsAt, 30 * 1440);
    expect(times).to.deep.equal([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
  });

  it("end the search for documents when the first question comes after the first day", () => {
    expect(nextDocumentsAt(start, new Date(noon + minutes(1440)))).to.equal(null);
  });
});
