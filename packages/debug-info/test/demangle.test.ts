import { expect } from "chai";
import fc from "fast-check";
import { demangle } from "../src/native/demangle.ts";
import { runs } from "./runs.ts";

const mebibyte = 1024 * 1024;

/** A function of templates, each of which has the one before it twice: two characters more for a name of twice the length. */
function doubling(times: number): string {
  const part = (index: number) => (index === 0 ? "S_" : `S${(index - 1).toString(36).toUpperCase()}_`);
  const types = Array.from({ length: times }, (_, index) => `S_I${part(index + 1)}${part(index + 1)}E`);
  return `_Z1f1AIiE${types.join("")}`;
}

/** Names of Swift's own libraries, as swift-demangle prints them, and of an app. */
const swift = {
  $sSa: "Swift.Array",
  $sSS7cStringSSSPys4Int8VG_tcfC: "Swift.String.init(cString: Swift.UnsafePointer<Swift.Int8>) -> Swift.String",
  $ss5print_9separator10terminatoryypd_S2StF:
    "Swift.print(_: Any..., separator: Swift.String, terminator: Swift.String) -> ()",
  $ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_SSAHSus6UInt32VtF:
    "Swift._assertionFailure(_: Swift.StaticString, _: Swift.String, file: Swift.StaticString, line: Swift.UInt, flags: Swift.UInt32) -> Swift.Never",
  $s10Foundation4DataV5countSivg: "Foundation.Data.count.getter : Swift.Int",
  $s7SwiftUI12__GridLayoutVAA014_VariadicView_F4RootAAWP:
    "protocol witness table for SwiftUI.__GridLayout : SwiftUI._VariadicView_ViewRoot in SwiftUI",
  $sSayxSicig: "Swift.Array.subscript.getter : (Swift.Int) -> A",
  $s20MyPlayground_Sources4TestC4testSSyF: "MyPlayground_Sources.Test.test() -> Swift.String",
  $s4Shop4CartC3add4item5countSbSS_SitF: "Shop.Cart.add(item: Swift.String, count: Swift.Int) -> Swift.Bool",
  $s4Shop3fooyySiF: "Shop.foo(Swift.Int) -> ()",
  $s4Shop3fooyyxSQRzlF: "Shop.foo<A where A: Swift.Equatable>(A) -> ()",
  $s4Shop4CartC4loadyyYaKF: "Shop.Cart.load() async throws -> ()",
  $s4Shop4CartC4loadyyYaKFTY0_: "(1) suspend resume partial function for Shop.Cart.load() async throws -> ()",
  $s4Shop4CartC5totalSiyFSiSSXEfU_: "closure #1 (Swift.String) -> Swift.Int in Shop.Cart.total() -> Swift.Int",
  $s4Shop4CartC5countSivpfi: "variable initialization expression of Shop.Cart.count : Swift.Int",
  $s4Shop4CartC5itemsSaySSGvs: "Shop.Cart.items.setter : [Swift.String]",
  $s4Shop4CartC5indexSDySSSiGSgvg: "Shop.Cart.index.getter : [Swift.String : Swift.Int]?",
  $s4Shop4CartC4makeACyFZ: "static Shop.Cart.make() -> Shop.Cart",
  $s4Shop4CartC4tapsyySo8UIButtonCFTo: "@objc Shop.Cart.taps(__C.UIButton) -> ()",
  $s4Shop4CartCAA7PricingA2aDP5totalSiyFTW:
    "protocol witness for Shop.Pricing.total() -> Swift.Int in conformance Shop.Cart : Shop.Pricing in Shop",
  $sSS4ShopE4slugSSyF: "(extension in Shop):Swift.String.slug() -> Swift.String",
  $s4Shop2eeoiySbSi_SitF: "Shop.== infix(Swift.Int, Swift.Int) -> Swift.Bool",
  $s4Shop11ContentViewV4bodyQrvg: "Shop.ContentView.body.getter : some",
};

describe("demangled names", () => {
  it("are those of Swift, with and without the underscore before them", () => {
    for (const [name, shown] of Object.entries(swift)) {
      expect(demangle(name), name).to.equal(shown);
      expect(demangle(`_${name}`), name).to.equal(shown);
    }
    expect(demangle("$s4Shop4CartC5totalSiyF.resume.0")).to.equal(
      'Shop.Cart.total() -> Swift.Int with unmangled suffix ".resume.0"',
    );
  });

  it("stay as they are where Swift's are cut off, or have forms that are not read", () => {
    for (const name of ["$s", "$s4Shop", "$s9Shop", "$s4Shop4CartC3add4item5countSbSS_SitFSi", "$s4main1AV1bAiBvgQ"])
      expect(demangle(name)).to.equal(name);
    expect(demangle(`$s${"1a".repeat(20_000)}`)).to.equal(`$s${"1a".repeat(20_000)}`);
  });

  it("of Swift are short and soon there, whatever a name refers to again", () => {
    const doubled = `$s1aAA_AAt${"AA_AAt".repeat(200)}`;
    for (const name of [
      doubled,
      `$s1aV${"64A".repeat(4_000)}`,
      `$sSi${"_64S2SSSt".repeat(1_000)}`,
      `$sSi${"Sg".repeat(7_000)}`,
    ])
      expect(demangle(name).length).to.be.at.most(64 * 1024);
    const letters = fc.constantFrom(..."ACDEFGKLMOPQRSTVWXYZacdfhilmnopqrstuvxyz_0123459$.".split(""));
    const parts = fc.oneof(
      letters,
      fc.constantFrom("4Shop", "Si", "SS", "AA", "yy", "XE", "fU_", "tcfC", "Sg", "SaySiG"),
    );
    const changed = fc
      .tuple(fc.constantFrom(...Object.keys(swift)), fc.nat(80), parts)
      .map(([name, at, part]) => `$s${name.slice(2, at + 2)}${part}${name.slice(at + 2)}`);
    fc.assert(
      fc.property(
        fc.oneof(
          changed,
          fc.array(parts, { maxLength: 60 }).map((all) => `$s${all.join("")}`),
        ),
        (name) => {
          expect(demangle(name)).to.be.a("string").and.not.equal("");
        },
      ),
      { numRuns: runs(20_000) },
    );
  });

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
