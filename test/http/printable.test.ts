import { expect } from "chai";
import fc from "fast-check";
import { printable } from "#src/http/printable.ts";
import { anyCharacter } from "#test/support/any-character.ts";

describe("text of strangers", () => {
  it("stays as it is where it is harmless", () => {
    expect(printable("Ævar & Söhne 保険 🚗")).to.equal("Ævar & Söhne 保険 🚗");
  });

  it("steers no terminal and does not turn the writing around", () => {
    expect(printable("\u001b[2J\u202egpj.exe\n")).to.equal("\ufffd[2J\ufffdgpj.exe\ufffd");
  });

  it("is cut where it is long, and well-formed wherever it is cut", () => {
    expect(printable("abcdef", 3)).to.equal("abc…");
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.nat(300), (text, most) => {
        const shown = printable(text, most);
        expect(shown).to.not.match(/[\p{Cc}\p{Cf}]/u);
        expect(shown.isWellFormed()).to.equal(true);
        expect(shown.length).to.be.at.most(most + 1);
      }),
    );
  });
});
