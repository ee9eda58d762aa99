import { expect } from "chai";
import fc from "fast-check";
import { contentTypeOf } from "#src/apis/insurance/presenters/download.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { runs } from "#test/support/runs.ts";

describe("the media type of a downloaded file", () => {
  for (const type of [
    "application/pdf",
    "text/plain; charset=utf-8",
    'text/plain;charset="utf-8" ; format=flowed',
    "text/html",
    "IMAGE/SVG+XML",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ])
    it(`is the insurer's: ${type}`, () => expect(contentTypeOf(type)).to.equal(type));

  for (const type of [
    "",
    "pdf",
    "application/",
    "/pdf",
    "*/*",
    "image/*",
    "application/pdf;",
    "text/plain; charset",
    "text/plain; charset=a b",
    'text/plain; charset="a',
    "text/plain, text/html",
    " text/plain",
    "text /plain",
    "text/plain\r\nSet-Cookie: a=b",
    'text/plain; a="b\r\nc"',
    "text/plain; a=é",
    "tëxt/plain",
  ])
    it(`is that of bytes where the insurer's is none: ${JSON.stringify(type)}`, () =>
      expect(contentTypeOf(type)).to.equal("application/octet-stream"));

  it("is always one line of visible ASCII with one slash before its parameters", () => {
    const parts = fc.constantFrom(
      "text",
      "/",
      ";",
      "=",
      '"',
      "\\",
      " ",
      "a",
      "*",
      ",",
      "\r",
      "\n",
      "\0",
      "é",
      "charset",
    );
    const given = fc.array(parts, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          given,
          given.map((end) => `text/plain;${end}`),
          fc.string({ unit: anyCharacter }),
        ),
        (text) => {
          const type = contentTypeOf(text);
          expect(type).to.match(/^[A-Za-z0-9][^\s;,/*"]*\/[A-Za-z0-9][^\s;,/*"]*([\t ]*;.*)?$/);
          expect(type).to.match(/^[\t\x20-\x7e]+$/);
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it("is decided in no time, however long the text", () => {
    const before = process.cpuUsage();
    contentTypeOf(`a/b${'; a="\\\\\\\\'.repeat(5_000)}`);
    contentTypeOf(`a/b${" ".repeat(50_000)}`);
    // Microseconds that the processor spent on it, whatever else the machine does.
    expect(process.cpuUsage(before).user).to.be.below(1_000_000);
  });
});
