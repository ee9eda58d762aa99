/** The small values of the wallet API: amounts, days, dates, account numbers. */
import { expect } from "chai";
import fc from "fast-check";
import { businessDayOf, endOfBusinessDay, startOfBusinessDay } from "#src/apis/wallet/business-day.ts";
import { formatResultDate, parseLongDate } from "#src/apis/wallet/dates.ts";
import { pastDate } from "#src/apis/wallet/findings.ts";
import { formatAmount, parseAmount } from "#src/apis/wallet/money.ts";
import { accountNumber } from "#src/apis/wallet/nuban.ts";
import { Declined } from "#src/apis/wallet/presenters/envelope.ts";
import { newSessionId } from "#src/apis/wallet/session-id.ts";
import { runs } from "#test/support/runs.ts";

describe("amounts", () => {
  const amounts: readonly (readonly [string, bigint])[] = [
    ["0", 0n],
    ["0.01", 1n],
    ["0.1", 10n],
    ["1.10", 110n],
    ["9007199254740.93", 900_719_925_474_093n],
    ["999999999999999.99", 99_999_999_999_999_999n],
  ];
  for (const [text, kobo] of amounts)
    it(`${text} is ${kobo} kobo`, () => {
      expect(parseAmount(text)).to.equal(kobo);
    });

  for (const text of [
    "",
    "-1",
    "+1",
    "1.",
    ".5",
    "1.005",
    "01",
    "1e3",
    "1,000",
    " 1",
    "1\n",
    "NaN",
    "١",
    "1".repeat(16),
  ])
    it(`${JSON.stringify(text)} is none`, () => {
      expect(parseAmount(text)).to.equal(null);
    });

  it("are written with two decimals, and read again as they were", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n }), (kobo) => {
        const text = formatAmount(kobo);
        expect(text).to.match(/^(0|[1-9]\d*)\.\d{2}$/);
        expect(parseAmount(text)).to.equal(kobo);
        if (kobo > 0n) expect(formatAmount(-kobo)).to.equal(`-${text}`);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe("business days", () => {
  it("change at midnight in Lagos, which is 23:00 in UTC", () => {
    expect(businessDayOf(new Date("2026-12-31T22:59:59.999Z"))).to.equal("2026-12-31");
    expect(businessDayOf(new Date("2026-12-31T23:00:00.000Z"))).to.equal("2027-01-01");
    expect(endOfBusinessDay(new Date("2026-12-31T22:59:59.999Z"))).to.deep.equal(new Date("2026-12-31T23:00:00Z"));
    expect(startOfBusinessDay("2026-02-28", 1)).to.deep.equal(new Date("2026-02-28T23:00:00Z"));
  });

  it("begin where the one before ends, as the time zone database says", () => {
    const inLagos = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos", dateStyle: "short" });
    const moments = fc.date({ min: new Date("1980-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const day = businessDayOf(moment);
        expect(day).to.equal(inLagos.format(moment));
        expect(endOfBusinessDay(moment)).to.deep.equal(startOfBusinessDay(day, 1));
        expect(businessDayOf(startOfBusinessDay(day))).to.equal(day);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("dates as text", () => {
  const read: readonly (readonly [string, string | null])[] = [
    ["04 October 1990", "1990-10-04"],
    ["4 Oct 1990", "1990-10-04"],
    ["29 FEBRUARY 2024", "2024-02-29"],
    ["29 February 2023", null],
    ["31 April 1990", null],
    ["00 May 1990", null],
    ["1 Octo 1990", null],
    ["1 October 0090", null],
    ["1 October 90", null],
    ["1990-10-04", null],
    ["", null],
  ];
  for (const [text, date] of read)
    it(`"${text}" is ${date ?? "no day"}`, () => {
      expect(parseLongDate(text)).to.equal(date);
    });

  it("are in the future until the day has begun in Lagos", () => {
    const read = (moment: string) => () => pastDate("02 January 2026", "dob", new Date(moment));
    expect(read("2026-01-01T23:00:00Z")()).to.equal("2026-01-02");
    expect(read("2026-01-01T22:59:59Z")).to.throw(Declined, "in the future");
  });

  it("in results have a short month", () => {
    expect(formatResultDate("1990-10-04")).to.equal("04-Oct-1990");
  });

  it("are read as Intl writes them", () => {
    const long = new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "long", year: "numeric", timeZone: "UTC" });
    const days = fc.date({ min: new Date("1000-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        expect(parseLongDate(long.format(day))).to.equal(day.toISOString().slice(0, 10));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("account numbers", () => {
  it("end with the check digit of the standard's own example: bank 011, serial 000001457", () => {
    expect(accountNumber(1457, "011")).to.equal("0000014579");
  });

  it("are the serial in nine digits and the digit that makes the weighted sum end in 0, and not beyond nine digits", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (serial) => {
        const number = accountNumber(serial);
        expect(number).to.match(/^[0-9]{10}$/);
        expect(Number(number.slice(0, 9))).to.equal(serial);
        const sum = [...`999999${number.slice(0, 9)}`].reduce(
          (all, digit, at) => all + Number(digit) * (at % 3 === 1 ? 7 : 3),
          0,
        );
        expect((sum + Number(number.at(-1))) % 10).to.equal(0);
      }),
      { numRuns: runs(500) },
    );
    for (const serial of [-1, 1_000_000_000, 1.5]) expect(() => accountNumber(serial)).to.throw(RangeError);
  });
});

describe("session ids", () => {
  it("name the bank and the moment, and differ", () => {
    const ids = Array.from({ length: 100 }, () => newSessionId("999999", new Date("2026-11-21T10:15:00Z")));
    expect(new Set(ids).size).to.equal(100);
    for (const id of ids) expect(id).to.match(/^999999261121101500\d{12}$/);
  });
});
