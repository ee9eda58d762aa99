import { expect } from "chai";
import { parseDateTime } from "#src/http/date-time.ts";

describe("a date-time", () => {
  for (const [text, expected] of [
    ["2026-11-21T21:40:56Z", "2026-11-21T21:40:56.000Z"],
    ["2026-11-21t21:40:56.1234567z", "2026-11-21T21:40:56.123Z"],
    ["2026-11-21T21:40:56+01:60", null],
    ["2026-11-21T21:40:56.5-03:30", "2026-11-22T01:10:56.500Z"],
    ["tomorrow", null],
  ] as const)
    it(`${text} is ${expected ?? "none"}`, () => {
      const parsed = parseDateTime(text);
      expect(Number.isNaN(parsed.getTime()) ? null : parsed.toISOString()).to.equal(expected);
    });

  for (const [text, expected] of [
    ["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.000Z"],
    ["2016-12-31t23:59:60.25z", "2016-12-31T23:59:59.250Z"],
    ["2017-01-01T00:59:60.5+01:00", "2016-12-31T23:59:59.500Z"],
    ["2016-12-31T15:59:60-08:00", "2016-12-31T23:59:59.000Z"],
  ] as const)
    it(`${text}, a leap second, is the second before it`, () => {
      expect(parseDateTime(text).toISOString()).to.equal(expected);
    });
});
