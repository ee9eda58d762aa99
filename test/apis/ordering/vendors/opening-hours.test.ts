import { expect } from "chai";
import { always, type OpeningHours, openingMinutes, weekdays } from "#src/apis/ordering/vendors/opening-hours.ts";
import { vendorSeenFrom } from "#src/apis/ordering/vendors/vendors.ts";
import { testDatabase } from "#test/support/database.ts";

describe("opening hours", () => {
  const database = testDatabase();
  let made = 0;

  /** Whether a vendor with these hours is open at each of these moments. */
  async function open(
    hours: readonly OpeningHours[],
    timeZone: string,
    moments: readonly string[],
  ): Promise<boolean[]> {
    const vendorId = `ven_${++made}`;
    await database.pool.query("INSERT INTO vendors VALUES ($1, 'Bukka', true, $2, $3, NULL, 0, 0)", [
      vendorId,
      timeZone,
      openingMinutes(hours),
    ]);
    const answers: boolean[] = [];
    const { manager } = database.dataSource;
    for (const moment of moments) {
      const vendor = await vendorSeenFrom(manager, vendorId, { latitude: 0, longitude: 0 }, new Date(moment));
      answers.push(vendor?.open ?? false);
    }
    return answers;
  }

  it("are those of the vendor's own clock", async () => {
    const hours: OpeningHours[] = [{ days: ["Sat"], from: "09:00", to: "17:30" }];
    // 2026-11-21 is a Saturday. Lagos is an hour ahead of UTC, Tokyo nine.
    const moments = ["07:59", "08:00", "16:29", "16:30"].map((time) => `2026-11-21T${time}:00Z`);
    expect(await open(hours, "Africa/Lagos", moments)).to.deep.equal([false, true, true, false]);
    const inTokyo = ["2026-11-21T00:00:00Z", "2026-11-20T23:59:59Z", "2026-11-21T08:29:59Z", "2026-11-21T08:30:00Z"];
    expect(await open(hours, "Asia/Tokyo", inTokyo)).to.deep.equal([true, false, true, false]);
  });

  it("go on after midnight, from Sunday into Monday too", async () => {
    const nights: OpeningHours[] = [{ days: ["Fri", "Sun"], from: "18:00", to: "02:00" }];
    const moments = [
      "2026-11-20T17:59:59Z",
      "2026-11-20T18:00:00Z",
      "2026-11-21T01:59:59Z",
      "2026-11-21T02:00:00Z",
      "2026-11-22T23:59:59Z",
      "2026-11-23T00:00:00Z",
      "2026-11-23T01:59:59Z",
      "2026-11-23T02:00:00Z",
    ];
    expect(await open(nights, "UTC", moments)).to.deep.equal([false, true, true, false, true, true, true, false]);
  });

  it("follow the clock when it changes", async () => {
    const hours: OpeningHours[] = [{ days: weekdays, from: "08:00", to: "09:00" }];
    // New York: 08:30 is 13:30 UTC in winter, 12:30 UTC in summer.
    const moments = ["2026-01-15T13:30:00Z", "2026-01-15T12:30:00Z", "2026-07-15T12:30:00Z", "2026-07-15T13:30:00Z"];
    expect(await open(hours, "America/New_York", moments)).to.deep.equal([true, false, true, false]);
  });

  it("may be all hours, or none", async () => {
    const moments = Array.from({ length: 24 * 7 }, (_, hour) => new Date(Date.UTC(2026, 10, 16, hour)).toISOString());
    expect(await open(always, "Africa/Lagos", moments)).to.not.include(false);
    expect(await open([], "Africa/Lagos", moments)).to.not.include(true);
  });

  it("are no other times than those of a day", () => {
    for (const from of ["24:00", "9:00", "12:60", ""]) {
      expect(() => openingMinutes([{ days: ["Mon"], from, to: "10:00" }])).to.throw(RangeError);
    }
  });
});
