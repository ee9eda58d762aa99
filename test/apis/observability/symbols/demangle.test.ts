import { expect } from "chai";
import { demangle } from "#src/apis/observability/symbols/native/demangle.ts";

const mebibyte = 1024 * 1024;

/** A function of templates, each of which has the one before it twice: two characters more for a name of twice the length. */
function doubling(times: number): string {
  const part = (index: number) => (index === 0 ? "S_" : `S${(index - 1).toString(36).toUpperCase()}_`);
  const types = Array.from({ length: times }, (_, index) => `S_I${part(index + 1)}${part(index + 1)}E`);
  return `_Z1f1AIiE${types.join("")}`;
}

describe("demangled names", () => {
  it("are those of C++ and Rust", () => {
    expect(demangle("_ZN4shop4cartEv")).to.equal("shop::cart()");
    expect(demangle("_RNvC6_123foo3bar")).to.equal("123foo::bar");
    expect(demangle(doubling(2))).to.equal("f(A<int>, A<A<int>, A<int> >, A<A<A<int>, A<int> >, A<A<int>, A<int> > >)");
    expect(demangle("main")).to.equal("main");
  });

  it("stay as they are where they would take gigabytes, and take little", () => {
    const before = process.memoryUsage.rss();
    for (const times of [16, 20, 24, 60, 1000]) expect(demangle(doubling(times))).to.equal(doubling(times));
    expect(process.memoryUsage.rss() - before).to.be.at.most(64 * mebibyte);
  });

  it("are never those of the name before, after one that could not be read", () => {
    for (const argument of ["v", "i"]) {
      expect(demangle("_ZN6secret4nameEv")).to.equal("secret::name()");
      expect(demangle(doubling(24))).to.equal(doubling(24));
      expect(demangle(`_ZN4shop4cartE${argument}`)).to.equal(argument === "v" ? "shop::cart()" : "shop::cart(int)");
    }
  });
});
