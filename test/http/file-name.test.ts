import { expect } from "chai";
import fc from "fast-check";
import { attachment, safeFileName } from "#src/http/file-name.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { runs } from "#test/support/runs.ts";

/** Names as hostile as they come: anything at all, made of what names are attacked with. */
const piece = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom(
    ..."/\\.:*?\"<>|%;'`$&~-_ \t\r\n\0\u0007\u001b\u007f\u0085",
    ..."\u200b\u200e\u202a\u202e\u2066\u2069\u2028\u2029\ufeff\u00ad\ud800\udfff\uff0f\uff0e\u2024\u2026\uff02\u00b9\u00a8",
    "..",
    "../",
    "..\\",
    "%2e%2e%2f",
    "CON",
    "nul",
    "com1",
    "COM\u00b9",
    "lpt9.txt",
    "CONIN$",
    ".htaccess",
    ".pdf",
    "schedule",
    "Pólizá",
    "保険証券",
    "بوليصة",
    "🚗".repeat(60),
    "x".repeat(200),
    '"; filename=evil.exe; x="',
    "\r\nSet-Cookie: a=b",
  ),
);
const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const documentId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

describe("names of downloaded files", () => {
  it("are safe to save under, whatever an insurer calls its document", () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const safe = safeFileName(name);
        if (safe === null) return;
        expect(safe).to.not.match(/[/\\<>:"|?*%]/);
        expect(safe).to.not.match(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(safe).to.not.match(/^[.\s~-]|[.\s]$/);
        expect(safe.split(".")[0]).to.not.match(/^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)\s*$/i);
        expect(Buffer.byteLength(safe)).to.be.within(1, 150);
        expect(safe.isWellFormed()).to.equal(true);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("are safe in each of the two forms of the header, and nothing else is in it", () => {
    fc.assert(
      fc.property(hostile, documentId, (name, fallback) => {
        const header = attachment(name, fallback);
        const [, plain = "", extended] =
          /^attachment; filename="([\x20-\x7e]{1,150})"(?:; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+))?$/.exec(
            header,
          ) ?? [];
        expect(safeFileName(plain), header).to.equal(plain);
        if (extended === undefined) return;
        const decoded = decodeURIComponent(extended);
        expect(decoded).to.not.equal(plain);
        expect(safeFileName(decoded), header).to.equal(decoded);
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("stay as they are when they are harmless", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z][a-z0-9]{3,40}( [A-Z0-9]{1,9}){0,2}[_(-][a-z0-9]{1,9}\.(pdf|txt|docx)$/),
        (name) => {
          expect(attachment(name, "d1")).to.equal(`attachment; filename="${name}"`);
        },
      ),
    );
  });

  const cases: readonly [what: string, given: string, header: string][] = [
    ["folders", "../../etc/passwd", 'filename="passwd"'],
    ["folders of Windows", "C:\\Windows\\system32\\calc.exe", 'filename="calc.exe"'],
    ["a full-width slash", "a\uff0fb.pdf", 'filename="b.pdf"'],
    ["a drive, or a stream of a file", "policy.pdf:hidden", 'filename="policy.pdf_hidden"'],
    ["writing that is turned around", "schedule\u202efdp.exe", 'filename="schedulefdp.exe"'],
    ["a header of its own", "a.pdf\r\nSet-Cookie: b=c", 'filename="a.pdfSet-Cookie_ b=c"'],
    ["a name that ends the quotes", 'a"; filename="b.exe', 'filename="a_; filename=_b.exe"'],
    ["a hidden file", "..htaccess", 'filename="htaccess"'],
    ["dots and blanks at the end", "policy.pdf . .", 'filename="policy.pdf"'],
    ["a device of Windows", "nul.txt", 'filename="_nul.txt"'],
    ["a device that appears without its accent", "CÓN.txt", "filename=\"_CON.txt\"; filename*=UTF-8''C%C3%93N.txt"],
    ["accents", "Pólizá.pdf", "filename=\"Poliza.pdf\"; filename*=UTF-8''P%C3%B3liz%C3%A1.pdf"],
    [
      "a name of which ASCII knows no letter",
      "保険.pdf",
      "filename=\"doc_7.pdf\"; filename*=UTF-8''%E4%BF%9D%E9%99%BA.pdf",
    ],
    [
      "parentheses and apostrophes",
      "Ada's (é).pdf",
      "filename=\"Ada's (e).pdf\"; filename*=UTF-8''Ada%27s%20%28%C3%A9%29.pdf",
    ],
    ["nothing", "", 'filename="doc_7"'],
    ["nothing that can be seen", "../\u200b..", 'filename="doc_7"'],
    ["a long name, whose extension is kept", `${"x".repeat(250)}.pdf`, `filename="${"x".repeat(146)}.pdf"`],
    ["an extension that is none", `a.${"x".repeat(200)}`, `filename="a.${"x".repeat(148)}"`],
  ];
  for (const [what, given, header] of cases)
    it(`handle ${what}`, () => expect(attachment(given, "doc_7")).to.equal(`attachment; ${header}`));

  it("fall back to the document's id, made safe too", () => {
    expect(attachment("..", "con")).to.equal('attachment; filename="_con"');
    expect(attachment("..", "a.")).to.equal('attachment; filename="a"');
  });

  it("keep whole characters when they are cut", () => {
    const name = safeFileName(`${"🚗".repeat(60)}.pdf`) ?? "";
    expect(name).to.equal(`${"🚗".repeat(36)}.pdf`);
  });
});
