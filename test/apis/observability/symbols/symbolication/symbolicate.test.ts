import { SourceMapFile } from "@accord/debug-info/javascript";
import { expect } from "chai";
import fc from "fast-check";
import { fixture } from "#debug-info/test/indexes.ts";
import { eventStack, type StackedEvent } from "#src/apis/observability/symbols/symbolication/event-stack.ts";
import { formLimits, type Symbolication } from "#src/apis/observability/symbols/symbolication/form.ts";
import { symbolicateSubject } from "#src/apis/observability/symbols/symbolication/subject.ts";
import type { SymbolReaders } from "#src/apis/observability/symbols/symbolication/symbolicate.ts";
import { runs } from "#test/support/runs.ts";
import { bundled, inlinedAddresses, minified, nativeCrash, obfuscated, retraced, shown } from "./crashes.ts";
import { objectOf, readersOf } from "./readers.ts";

const nothing = readersOf({});

async function formOf(readers: SymbolReaders, event: Partial<StackedEvent>, payload: unknown) {
  const about = { source: "mobile", platform: null, release: null, level: 50, message: null } as const;
  const subject = { kind: "event", ...about, ...event } as const;
  const form = await symbolicateSubject({ ...subject, payloadJson: JSON.stringify(payload) }, readers);
  return form === null ? null : (JSON.parse(form.text) as Symbolication);
}

const thrown = ({ frames, ...exception }: { readonly frames: readonly unknown[] }) => ({
  exception: { ...exception, stacktrace: { frames } },
});

describe("symbolication", () => {
  for (const [platform, name, field] of [
    ["android", "android-arm64.so", "nativeFrames"],
    ["ios", "macos-arm64.dwarf", "nativeStacktrace"],
  ] as const) {
    describe(`of a native crash of ${platform}`, () => {
      const [crashed = 0, caller = 0] = inlinedAddresses(name);
      // Callers are known by where they go on.
      const payload = nativeCrash(name, [crashed, caller + 1], field);
      const { debugId } = objectOf(name);

      it("names functions, files and lines, and calls that were inlined", async () => {
        const form = await formOf(readersOf({ objects: [name] }), { platform }, payload);
        expect(form).to.include({ status: "complete" });
        expect(form?.missing).to.deep.equal([]);
        const frames = form?.frames ?? [];
        expect(frames.filter(({ raw }) => raw.startsWith("0 ")).map(({ inlined }) => inlined)).to.include.members([
          true,
          false,
        ]);
        for (const frame of frames) {
          expect(frame.function).to.be.a("string").and.not.match(/^_Z/);
          expect(frame.file).to.match(/^\/app\/src\//);
          expect(frame.line).to.be.greaterThan(0);
          expect(frame.address).to.match(/^0x100a[0-9a-f]{5}$/);
        }
      });

      it("says which debug id is missing, and keeps what the crash says", async () => {
        const form = await formOf(nothing, { platform }, payload);
        expect(form).to.include({ status: "missing" });
        expect(form?.missing).to.deep.equal([{ platform, debugId }]);
        expect(form?.frames.map(({ function: name, address }) => [name, address])).to.deep.equal(
          (payload[field] as { instruction_addr: string }[]).map(({ instruction_addr }) => [null, instruction_addr]),
        );
      });

      it("is partial when another binary's symbols are missing, unless it is the system's", async () => {
        const other = { name: "libc", debug_id: "0".repeat(31).concat("1"), image_addr: "0x5000", image_size: 100 };
        const frame = { frame_index: 2, instruction_addr: "0x5010", image_addr: "0x5000", image_name: "libc" };
        const crash = (inApp: boolean) => ({
          ...payload,
          binaryImages: [...payload.binaryImages, other],
          [field]: [...(payload[field] as object[]), { ...frame, in_app: inApp }],
        });
        const readers = readersOf({ objects: [name] });
        const partial = await formOf(readers, { platform }, crash(true));
        expect(partial?.status).to.equal("partial");
        expect(partial?.missing).to.deep.equal([{ platform, debugId: "00000000-0000-0000-0000-000000000001" }]);
        expect((await formOf(readers, { platform }, crash(false)))?.status).to.equal("complete");
      });
    });
  }

  it("retraces an exception of the JVM, and its class", async () => {
    const readers = readersOf({ mappings: { "android 1.0": "jvm/mapping.txt" } });
    const form = await formOf(readers, { platform: "android", release: "1.0" }, thrown(obfuscated));
    expect(form).to.include({ status: "complete", exceptionType: "shop.Main$Failure" });
    expect(shown(form?.frames ?? [])).to.deep.equal(retraced);
    expect(form?.frames[1]?.raw).to.equal("a.b.a(SourceFile:1008)");
  });

  it("says which mapping an exception of the JVM lacks", async () => {
    const form = await formOf(nothing, { platform: "android", release: "1.0" }, thrown(obfuscated));
    expect(form?.missing).to.deep.equal([{ platform: "android", release: "1.0", artifactType: "r8" }]);
    expect(form?.frames.map(({ function: name }) => name)).to.deep.equal(["a.b.a", "a.b.a", "shop.Main.main"]);
  });

  it("names the methods that a frame without a line may be", async () => {
    const readers = readersOf({ mappings: { "android 1.0": "jvm/mapping.txt" } });
    const frames = [{ function: "shop.Main.a", filename: "SourceFile", lineno: -1 }];
    const form = await formOf(readers, { platform: "android", release: "1.0" }, thrown({ frames }));
    expect(form?.frames[0]?.alternatives).to.have.length.greaterThan(0);
  });

  for (const [what, event] of [
    ["a browser", { source: "browser", release: "1.0" }],
    ["a server", { source: "server", release: "1.0" }],
  ] as const) {
    it(`maps a stack of ${what}, with the lines around`, async () => {
      const readers = readersOf({ maps: { "web 1.0": "javascript/bundle.js.map" } });
      const form = await formOf(readers, event, thrown({ frames: minified }));
      expect(shown(form?.frames ?? [])).to.deep.equal(bundled);
      expect(form?.frames[0]?.context?.line).to.include("throw new PriceError");
    });
  }

  it("reads each script with its own map, and the rest with the one of every script", async () => {
    const elsewhere = minified.map((frame) => ({ ...frame, filename: "https://cdn.example/lib/vendor.js?v=2" }));
    const frames = [...minified, ...elsewhere];
    const own = {
      "web 1.0 assets/bundle.js": "javascript/bundle.js.map",
      "web 1.0 bundle.js": "javascript/main.hbc.map",
    };
    const partly = await formOf(readersOf({ maps: own }), { source: "browser", release: "1.0" }, thrown({ frames }));
    expect(shown(partly?.frames.slice(0, 5) ?? [])).to.deep.equal(bundled);
    expect(partly?.frames.slice(5).map(({ file }) => file)).to.deep.equal(elsewhere.map(({ filename }) => filename));
    expect([partly?.status, partly?.missing]).to.deep.equal([
      "partial",
      [{ platform: "web", release: "1.0", artifactType: "sourcemap", script: "lib/vendor.js" }],
    ]);
    const all = { ...own, "web 1.0": "javascript/bundle.js.map" };
    const whole = await formOf(readersOf({ maps: all }), { source: "browser", release: "1.0" }, thrown({ frames }));
    expect([whole?.status, whole?.missing]).to.deep.equal(["complete", []]);
    expect(whole?.frames.every(({ file }) => file?.startsWith("src/"))).to.equal(true);
  });

  it("looks for twenty scripts of a stack by their names, and reads eight maps", async () => {
    let [asked, opened] = [0, 0];
    const readers = {
      ...nothing,
      async sourceMap(_platform: string, _release: string, script: string | null) {
        asked++;
        const map = new SourceMapFile(fixture("javascript/bundle.js.map").toString());
        const read = async () => {
          opened++;
          return map;
        };
        return { key: String(script), bytes: 1, read };
      },
    };
    const frames = Array.from({ length: 300 }, (_, index) => ({
      ...minified[0],
      filename: `https://a.example/${index}.js`,
    }));
    const form = await formOf(readers, { source: "browser", release: "1.0" }, thrown({ frames }));
    expect([asked, opened]).to.deep.equal([21, 8]);
    expect(form?.frames).to.have.length(300);
  });

  it("reads the causes of an exception too, of JavaScript and of the JVM, at most ten", async () => {
    const script = thrown({ frames: minified }).exception;
    const chain = { ...script, cause: { type: "Error", cause: { ...script, type: "PriceError" } } };
    const maps = readersOf({ maps: { "web 1.0": "javascript/bundle.js.map" } });
    const form = await formOf(maps, { source: "server", release: "1.0" }, { exception: chain });
    expect(shown(form?.frames ?? [])).to.deep.equal(bundled);
    expect(form?.causes?.map(({ frames }) => shown(frames))).to.deep.equal([[], bundled]);

    const jvm = { exception: { type: "x", value: "outer", cause: thrown(obfuscated).exception } };
    const mappings = readersOf({ mappings: { "android 1.0": "jvm/mapping.txt" } });
    const retracedForm = await formOf(mappings, { platform: "android", release: "1.0" }, jvm);
    expect(retracedForm?.frames).to.deep.equal([]);
    expect(retracedForm?.causes?.[0]).to.include({ exceptionType: "shop.Main$Failure" });
    expect(shown(retracedForm?.causes?.[0]?.frames ?? [])).to.deep.equal(retraced);

    type Thrown = typeof script & { cause?: Thrown };
    let deep: Thrown = script;
    for (let depth = 0; depth < 30; depth++) deep = { ...script, cause: deep };
    const bounded = await formOf(maps, { source: "server", release: "1.0" }, { exception: deep });
    expect(bounded?.causes).to.have.length(10);
  });

  it("reads the causes in a stack that is text, each with its own indent", async () => {
    const stack = fixture("javascript/stack.txt").toString().trimEnd();
    const text = `${stack} {\n  [cause]: ${stack.replaceAll("\n", "\n  ")}\n}`;
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const subject = {
      kind: "log",
      attributesJson: JSON.stringify([attribute("exception.stacktrace", text)]),
      resourceJson: JSON.stringify([
        attribute("service.version", "1.0"),
        attribute("telemetry.sdk.language", "nodejs"),
      ]),
    } as const;
    const maps = readersOf({ maps: { "web 1.0": "javascript/bundle.js.map" } });
    const form = await symbolicateSubject(subject, maps);
    const { stacktraces } = JSON.parse(form?.text ?? "{}") as Symbolication;
    const lines = stacktraces?.[0]?.split("\n") ?? [];
    expect(lines.filter((line) => /src\/\w+\.ts:\d+:\d+/.test(line))).to.have.length(10);
    expect(lines[5]).to.match(/^ {4}at .*src\/main\.ts:10:\d+\) \{$/);
    expect(lines[7]).to.match(/^ {6}at priceOf \(src\/price\.ts:10:\d+\)$/);
  });

  it("keeps as many frames of an exception and its causes together as of one", async () => {
    const frames = Array.from({ length: 1_500 }, (_, index) => ({ function: `a.b.f${index}`, filename: "SourceFile" }));
    const exception = { ...thrown({ frames }).exception, cause: thrown({ frames }).exception };
    const form = await formOf(nothing, { platform: "android", release: "1.0" }, { exception });
    expect([form?.frames.length, form?.causes?.[0]?.frames.length]).to.deep.equal([1_500, 500]);
  });

  for (const platform of ["react-native", "ios", "android"]) {
    it(`maps a Hermes stack by a map that was uploaded for ${platform}`, async () => {
      const readers = readersOf({ maps: { [`${platform} 1.0`]: "javascript/main.hbc.map" } });
      const frames = [{ function: "fn", filename: "address at main.hbc", lineno: 1, colno: 70 }];
      const event = { platform: "react-native", release: "1.0" };
      const device = { osName: platform };
      const form = await formOf(readers, event, { ...thrown({ frames }), device });
      expect(form?.status).to.equal("complete");
      expect(form?.frames[0]?.file).to.match(/\.js$/);
    });
  }

  it("reads the trace of an obfuscated Dart build by its build id", async () => {
    const file = objectOf("android-arm64.so");
    const [address = 0, other = 0] = inlinedAddresses("android-arm64.so");
    const dart = [
      "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
      "pid: 4711, tid: 4712, name 1.ui",
      `build_id: '${file.debugId.replaceAll("-", "")}'`,
      "isolate_dso_base: 7000000000, vm_dso_base: 7000000000",
      `    #00 abs ${(0x70_0000_0000 + address).toString(16)} virt ${address.toString(16).padStart(16, "0")} _kDartIsolateSnapshotInstructions+0x10`,
      `    #01 abs ${(0x70_0000_0000 + other + 1).toString(16)} _kDartIsolateSnapshotInstructions+0x20`,
    ];
    const readers = readersOf({ objects: ["android-arm64.so"] });
    const asText = await formOf(readers, { platform: "flutter" }, { exception: { value: dart.join("\n") } });
    expect(asText?.status).to.equal("complete");
    expect(asText?.frames.every(({ function: name }) => name !== null)).to.equal(true);
    const frames = dart.map((line) => ({ function: line }));
    const asFrames = await formOf(readers, { platform: "Dart" }, thrown({ frames }));
    expect(shown(asFrames?.frames ?? [])).to.deep.equal(shown(asText?.frames ?? []));
  });

  it("asks nothing of events that no symbols help", async () => {
    const readable = thrown({ frames: [{ function: "main", filename: "package:shop/main.dart", lineno: 3 }] });
    expect(await formOf(nothing, { platform: "flutter", release: "1.0" }, readable)).to.equal(null);
    expect(await formOf(nothing, { source: "server", release: "1.0" }, thrown({ frames: [] }))).to.equal(null);
    const python = thrown({ frames: [{ function: "main", filename: "main.py", lineno: 3 }] });
    expect(await formOf(nothing, { source: "server", release: "1.0" }, python)).to.equal(null);
    expect(await formOf(nothing, { source: "browser", release: null }, thrown({ frames: minified }))).to.equal(null);
  });

  it("keeps the innermost frames of an endless recursion", async () => {
    const frames = Array.from({ length: 4096 }, (_, index) => ({ function: `a.b.f${index}`, filename: "SourceFile" }));
    const form = await formOf(nothing, { platform: "android", release: "1.0" }, thrown({ frames }));
    expect(form?.frames).to.have.length(formLimits.frames);
    expect(form?.frames[0]?.function).to.equal("a.b.f0");
  });

  it("stays within its bound of text, whatever the frames hold", async () => {
    const long = "é".repeat(8192);
    const frames = Array.from({ length: 2000 }, () => ({ function: long, filename: `${long}.java`, lineno: 1 }));
    const form = await formOf(nothing, { platform: "android", release: "1.0" }, thrown({ frames }));
    expect(JSON.stringify(form).length).to.be.at.most(formLimits.json + 1000);
    expect(form?.frames.length).to.be.greaterThan(100);
  });

  it("never throws, whatever an event holds", async () => {
    const readers = readersOf({
      objects: ["android-arm64.so"],
      mappings: { "android 1.0": "jvm/mapping.txt" },
      maps: { "web 1.0": "javascript/bundle.js.map", "react-native 1.0": "javascript/main.hbc.map" },
    });
    const { debugId } = objectOf("android-arm64.so");
    const texts = fc.constantFrom("0x10", "ffffffffffffffff", debugId, "a.b.a", "#00 abs 10 virt 20", "x.js", "");
    const odd = fc.oneof(texts, fc.integer(), fc.constant(null), fc.string(), fc.constant([]), fc.constant({}));
    const frame = fc.record(
      Object.fromEntries(
        ["function", "filename", "lineno", "colno", "instruction_addr", "image_addr", "frame_index", "image_name"].map(
          (name) => [name, odd],
        ),
      ),
      { requiredKeys: [] },
    );
    const image = fc.record({ debug_id: odd, image_addr: odd, image_size: odd, arch: odd }, { requiredKeys: [] });
    const many = <T>(one: fc.Arbitrary<T>) => fc.oneof(fc.array(one, { maxLength: 5 }), odd);
    const payload = fc.record(
      {
        exception: fc.oneof(odd, fc.record({ type: odd, value: odd, stacktrace: fc.record({ frames: many(frame) }) })),
        nativeFrames: many(frame),
        nativeStacktrace: many(frame),
        binaryImages: many(image),
        device: odd,
      },
      { requiredKeys: [] },
    );
    const event = fc.record({
      source: fc.constantFrom("server", "browser", "mobile"),
      platform: fc.constantFrom(null, "", "android", "flutter", "react-native", "web", "ios"),
      release: fc.constantFrom(null, "1.0"),
    });
    await fc.assert(
      fc.asyncProperty(event, payload, async (given, content) => {
        const form = await formOf(readers, given as Partial<StackedEvent>, content);
        if (form !== null) expect(form.status).to.be.oneOf(["complete", "partial", "missing"]);
      }),
      { numRuns: runs(3000) },
    );
  });

  it("knows the platforms by their other names", () => {
    const payloadJson = JSON.stringify(thrown({ frames: minified }));
    for (const platform of ["JavaScript", "nodejs", "Browser", "web"]) {
      const stack = eventStack({ source: "server", platform, release: "1.0", payloadJson });
      expect(stack).to.deep.include({ platforms: ["web"] });
    }
    const native = eventStack({ source: "mobile", platform: "React_Native", release: "1.0", payloadJson });
    expect(native).to.deep.include({ platforms: ["react-native"] });
  });
});
