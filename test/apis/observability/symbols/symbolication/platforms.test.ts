import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { onSymbolsArrived, symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { whileTested } from "#test/support/api-server.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { SymbolServer } from "../uploads/symbol-server.ts";
import { anApp, thrown } from "./apps.ts";
import { bundled, inlinedAddresses, minified, nativeCrash, obfuscated, retraced, shown } from "./crashes.ts";
import { objectOf } from "./readers.ts";

/** Its archives are indexed, and whoever waits for them hears of it. */
class Installation extends SymbolServer {
  override get dependencies() {
    return { ...super.dependencies, onArrival: onSymbolsArrived };
  }
}

describe("a crash and the upload of its symbols, over HTTP", () => {
  const server = whileTested(new Installation());
  before(() => server.work());
  const readers = opened(() => new SymbolReaders());
  opened(() => {
    const declared = symbolicationJobs({ objects: server.objects, readers });
    return startJobs(server.database, declared, { log: silent, pollInterval: 50 });
  });

  const native = (name: string, field: "nativeStacktrace" | "nativeFrames") =>
    nativeCrash(name, inlinedAddresses(name).slice(0, 2), field);
  const mac = "macos-arm64.dwarf";
  const elf = "android-arm64.so";
  const dSym = () => zipOf({ name: "Shop.dSYM/Contents/Resources/DWARF/Shop", bytes: fixture(`native/${mac}`) });

  for (const [platform, kind, crash, archive] of [
    ["ios", "a zip of dSYMs", () => native(mac, "nativeStacktrace"), dSym],
    ["macos", "a fat Mach-O file", () => native(mac, "nativeStacktrace"), () => fixture("native/macos-fat.dwarf")],
    ["android", "an ELF file", () => native(elf, "nativeFrames"), () => fixture(`native/${elf}`)],
  ] as const) {
    it(`of ${platform}: native code, by ${kind}`, async () => {
      const app = await anApp(server);
      const eventId = await app.crash({ platform, ...crash() });
      await app.becomes(eventId, "missing");
      await server.archive(app, await archive(), { platform });
      const { frames } = await app.becomes(eventId, "complete");
      for (const { file, line, function: name } of frames) {
        expect(file).to.match(/^\/app\/src\//);
        expect(line).to.be.greaterThan(0);
        expect(name).to.be.a("string");
      }
      expect(frames.some(({ inlined }) => inlined)).to.equal(true);
    });
  }

  for (const artifactType of ["proguard", "r8"]) {
    it(`of android: the JVM, by a mapping file of ${artifactType}`, async () => {
      const app = await anApp(server);
      const eventId = await app.crash({ platform: "android", ...thrown(obfuscated) });
      await app.becomes(eventId, "missing");
      await server.artifact(app, fixture("jvm/mapping.txt"), { release: "shop@1.0", artifactType });
      const { frames, exceptionType } = await app.becomes(eventId, "complete");
      expect(shown(frames)).to.deep.equal(retraced);
      expect(exceptionType).to.equal("shop.Main$Failure");
    });
  }

  it("of web: a minified bundle, by its source map", async () => {
    const app = await anApp(server);
    const exception = { type: "PriceError", stacktrace: { frames: minified } };
    const event = { eventId: "web", level: 50, time: Date.now(), release: "shop@1.0", exception };
    await server.post("/api/v1/monitor/ingest", event, app.headers);
    await app.becomes("web", "missing");
    const fields = { release: "shop@1.0", platform: "web", artifactType: "sourcemap" };
    await server.artifact(app, fixture("javascript/bundle.js.map"), fields);
    const { frames } = await app.becomes("web", "complete");
    expect(shown(frames)).to.deep.equal(bundled);
  });

  it("of react-native: Hermes bytecode, by its source map", async () => {
    const app = await anApp(server);
    const frames = [{ filename: "address at main.hbc", function: "fn", lineno: 1, colno: 70 }];
    const eventId = await app.crash({ platform: "react-native", device: { osName: "iOS" }, ...thrown({ frames }) });
    await app.becomes(eventId, "missing");
    const fields = { release: "shop@1.0", platform: "ios", artifactType: "sourcemap" };
    await server.artifact(app, fixture("javascript/main.hbc.map"), fields);
    expect((await app.becomes(eventId, "complete")).frames[0]?.file).to.match(/\.js$/);
  });

  it("of flutter: an obfuscated build, by its split debugging information", async () => {
    const app = await anApp(server);
    const buildId = objectOf(elf).debugId.replaceAll("-", "");
    const [address = 0] = inlinedAddresses(elf);
    const virtual = address.toString(16).padStart(16, "0");
    const frames = [
      { function: `build_id: '${buildId}'` },
      { function: `#00 abs 00000075${virtual.slice(8)} virt ${virtual} _kDartIsolateSnapshotInstructions+0x10` },
    ];
    const eventId = await app.crash({ platform: "flutter", ...thrown({ frames }) });
    await app.becomes(eventId, "missing");
    const fields = { release: "shop@1.0", platform: "flutter", artifactType: "dart-symbols" };
    await server.artifact(app, fixture(`native/${elf}`), fields);
    const { frames: read } = await app.becomes(eventId, "complete");
    expect(read[0]?.file).to.match(/^\/app\/src\//);
  });
});
