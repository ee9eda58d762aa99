import { expect } from "chai";
import { MappingFile } from "../src/jvm/mapping.ts";
import { retrace } from "../src/jvm/retrace.ts";
import { retraceText } from "../src/jvm/stack-trace.ts";
import { fixture } from "./indexes.ts";

const bytesOf = (name: string) => fixture(`jvm/${name}`);

/** Frames as `class.method(file:line)`, inlined ones with an arrow to what they were inlined into. */
function shown(mapping: string, exception: string | null, ...frames: readonly [string, number | null][]) {
  const file = new MappingFile(Buffer.from(mapping));
  return retrace(
    file,
    exception,
    frames.map(([name, line]) => ({ function: name, line, file: "SourceFile" })),
  ).map(({ function: name, file: source, line, inlined, alternatives }) =>
    [
      `${name}(${source}${line === null ? "" : `:${line}`})`,
      ...(inlined ? [">"] : []),
      ...alternatives.map((one) => `or ${one}`),
    ].join(" "),
  );
}

describe("retracing JVM stack traces", () => {
  it("reads traces of a program that ProGuard inlined and renamed as ProGuard's retrace does", () => {
    const mapping = new MappingFile(bytesOf("mapping.txt"));
    const ours = retraceText(mapping, bytesOf("trace.txt").toString()).split("\n");
    const theirs = bytesOf("retraced.txt").toString().split("\n");
    // ProGuard's retrace leaves the class of an exception as it is where the first line has nothing before it.
    expect(ours.map((line) => line.replace("shop.Main$Failure: ", "a.c: "))).to.deep.equal(theirs);
    expect(ours).to.include("shop.Main$Failure: wrapped");
  });

  it("maps lines into the range of the source, the innermost inlined method first", () => {
    const mapping = `
com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    1:3:void open():10:12 -> a
    4:6:int com.shop.Price.of(int):30:32 -> a
    4:6:int total():20 -> a
    4:6:void open():13 -> a
com.shop.Price -> a.b:
# {"id":"sourceFile","fileName":"Prices.kt"}
`;
    expect(shown(mapping, null, ["a.a.a", 2])).to.deep.equal(["com.shop.Cart.open(Cart.kt:11)"]);
    expect(shown(mapping, null, ["a.a.a", 5])).to.deep.equal([
      "com.shop.Price.of(Prices.kt:31) >",
      "com.shop.Cart.total(Cart.kt:20) >",
      "com.shop.Cart.open(Cart.kt:13)",
    ]);
  });

  it("names every method that a frame without a line may be", () => {
    const mapping = `
com.shop.Cart -> a.a:
    1:1:void open():10:10 -> a
    2:2:void close(int):20:20 -> a
    void clear() -> b
`;
    expect(shown(mapping, null, ["a.a.a", null])).to.deep.equal([
      "com.shop.Cart.open(Cart.java:10) or com.shop.Cart.close",
    ]);
    expect(shown(mapping, null, ["a.a.b", 7])).to.deep.equal(["com.shop.Cart.clear(Cart.java:7)"]);
  });

  it("leaves frames of classes that it does not know, and methods of those that it does, as they are", () => {
    const mapping = "com.shop.Cart -> a.a:\n    void open() -> a\n";
    expect(shown(mapping, null, ["java.util.List.of", 3], ["a.a.other", 4])).to.deep.equal([
      "java.util.List.of(SourceFile:3)",
      "com.shop.Cart.other(Cart.java:4)",
    ]);
  });

  it("puts callers of an outline to the line that the outline stood for", () => {
    const mapping = `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.shop.Outline -> a.o:
    1:2:int outline():0:1 -> a
      # {"id":"com.android.tools.r8.outline"}
com.shop.Cart -> a.a:
    4:4:int total(int):23:23 -> s
    5:5:int total(int):98:98 -> s
    27:27:int total(int):0:0 -> s
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La/o;a()I"}
`;
    expect(shown(mapping, null, ["a.o.a", 1], ["a.a.s", 27])).to.deep.equal(["com.shop.Cart.total(Cart.java:23)"]);
    expect(shown(mapping, null, ["a.o.a", 2], ["a.a.s", 27])).to.deep.equal(["com.shop.Cart.total(Cart.java:98)"]);
  });

  it("leaves out the frame of a check that was put in for a certain exception", () => {
    const mapping = `
com.shop.Cart -> a.a:
    4:4:void com.shop.Checks.nonNull():5:5 -> a
    4:4:void open():13 -> a
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
`;
    expect(shown(mapping, "java.lang.NullPointerException", ["a.a.a", 4])).to.deep.equal([
      "com.shop.Cart.open(Cart.java:13)",
    ]);
    expect(shown(mapping, "java.lang.IllegalStateException", ["a.a.a", 4])).to.have.length(2);
    expect(shown(mapping, "java.lang.NullPointerException", ["x.y.z", 1], ["a.a.a", 4])).to.have.length(
      3,
      "not the innermost frame",
    );
  });

  it("leaves out methods that the compiler made around those that were written", () => {
    const mapping = `
com.shop.Cart -> a.a:
    1:1:void open():10:10 -> a
    1:1:void com.shop.Cart$$Lambda.run():0:0 -> a
      # {"id":"com.android.tools.r8.synthesized"}
    2:2:void bridge():0:0 -> a
      # {"id":"com.android.tools.r8.synthesized"}
`;
    expect(shown(mapping, null, ["a.a.a", 1])).to.deep.equal(["com.shop.Cart.open(Cart.java:10)"]);
    expect(shown(mapping, null, ["a.a.a", 2])).to.deep.equal(["com.shop.Cart.bridge(Cart.java)"]);
  });

  it("makes of a text no more than 1 Mi characters, and leaves the lines beyond as they are", () => {
    const inlined = Array.from({ length: 11 }, (_, at) => `    1:1:void f${at}():${at + 1} -> a\n`).join("");
    const one = retraceText(new MappingFile(Buffer.from(`A -> a:\n${inlined}`)), "at a.a(:1)");
    expect(one.split("\n")).to.have.length(11);
    const lines = Math.floor((128 * 1024) / 11);
    const longName = `com.${"x".repeat(10_000)}`;
    for (const [mapping, line, retraced] of [
      [`A -> a:\n${inlined}`, "at a.a(:1)", one],
      [`${longName} -> a:\n`, "a", longName],
    ] as const) {
      const text = retraceText(new MappingFile(Buffer.from(mapping)), Array(lines).fill(line).join("\n"));
      const fitting = Math.min(lines, Math.floor((1024 * 1024) / (retraced.length + 1)));
      const expected = [...Array(fitting).fill(retraced), ...Array(lines - fitting).fill(line)].join("\n");
      expect(text === expected, `${text.length} characters, expected ${expected.length}`).to.equal(true);
    }
  });

  it("leaves lines beyond the first 20,000 as they are, however many", () => {
    const text = "a\n".repeat(300_000);
    const retraced = retraceText(new MappingFile(Buffer.from("B -> a:\n")), text);
    expect(retraced === "B\n".repeat(20_000) + "a\n".repeat(280_000)).to.equal(true);
  });

  it("keeps 100 rewrites of a method, in a time that grows with their number alone", () => {
    const rewrite = (type: string) =>
      `# {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(L${type};)"],"actions":["removeInnerFrames(1)"]}\n`;
    const rewrites = Array.from({ length: 40_000 }, (_, at) => rewrite(`E${at}`)).join("");
    const mapping = `A -> a:\n    1:1:void g():1 -> a\n    1:1:void f():2 -> a\n${rewrites}`;
    const { user: before } = process.cpuUsage();
    expect(shown(mapping, "E99", ["a.a", 1])).to.deep.equal(["A.f(A.java:2)"]);
    expect(shown(mapping, "E100", ["a.a", 1])).to.have.length(2);
    expect((process.cpuUsage().user - before) / 1000, "ms of CPU").to.be.below(2_000);
  });

  it("reads lines of nothing but modules in a time that grows with their length alone", () => {
    const line = ` at ${"a/".repeat(60_000)}`;
    const { user: before } = process.cpuUsage();
    expect(retraceText(new MappingFile(Buffer.from("com.A -> b:\n")), line)).to.equal(line);
    expect((process.cpuUsage().user - before) / 1000, "ms of CPU").to.be.below(1_000);
  });

  it("reads damaged mappings as far as they go", () => {
    for (const text of [
      "",
      "\u0000\u0001",
      "x",
      "a -> b:\n    1:2:",
      'a -> b:\n# {"id":\n    1:1:void c() -> d\r\n',
      " -> :\n",
      "a -> b:\n".repeat(1000),
    ]) {
      expect(() => new MappingFile(Buffer.from(text)).classOf("b")?.methods).not.to.throw();
    }
    expect(shown('com.A -> b:\r\n# {"id":\r\n    1:1:void c():7:7 -> d\r\n', null, ["b.d", 1])).to.deep.equal([
      "com.A.c(A.java:7)",
    ]);
  });
});
