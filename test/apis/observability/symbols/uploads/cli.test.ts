import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { symbolCommands } from "#src/apis/observability/commands/symbols.ts";
import { findSymbols } from "#src/apis/observability/symbols/uploads/available.ts";
import { accord } from "#test/cli/support/accord.ts";
import { accordWith } from "#test/support/command-line.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { deepIt } from "#test/support/runs.ts";
import { aMapping, type Caller, workingSymbolServer } from "./symbol-server.ts";

describe("accord symbols upload", () => {
  const server = workingSymbolServer();
  let caller: Caller;
  let folder: string;
  beforeEach(async () => {
    caller = await server.aCaller({ scopes: ["symbols:upload", "symbols:read"] });
    folder = temporaryFolder();
  });

  const key = () => caller.headers["x-api-key"] ?? "";
  const r8 = aMapping("Basket");

  function put(files: Readonly<Record<string, Buffer | string>>): void {
    for (const [name, bytes] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
  }

  const upload = (...args: string[]) =>
    accordWith(symbolCommands, ["symbols", "upload", ...args, "--url", server.baseUrl, "--key", key()]);

  const found = (output: string) =>
    (JSON.parse(output) as { name: string; type: string; result: string; objects: number | null }[]).map(
      ({ name, type, result, objects }) => [name, type, result, objects],
    );

  it("finds what an Android build has made, sends it, and says what has come of it", async () => {
    put({
      "outputs/mapping/release/mapping.txt": Buffer.concat([Buffer.from("# compiler: R8\n"), r8]),
      "merged/arm64-v8a/libshop.so": fixture("native/android-arm64.so"),
      "merged/x86_64/libshop.so.debug": fixture("native/gcc-dwarf5.so.debug"),
      "assets/index.android.bundle.map": fixture("javascript/bundle.js.map"),
      "notes.txt": "nothing",
      "fake.so": "nothing",
    });
    const args = [folder, "--platform", "android", "--release", "shop@1", "--build-number", "7"];
    const { exitCode, out } = await upload(...args, "--json");
    expect(exitCode).to.equal(0);
    expect(found(out)).to.deep.equal([
      ["index.android.bundle.map", "sourcemap", "stored", null],
      ["libshop.so", "debug symbols", "indexed", 1],
      ["libshop.so.debug", "debug symbols", "indexed", 1],
      ["mapping.txt", "r8", "stored", null],
    ]);
    const wanted = { kind: "artifact", release: "shop@1", platform: "android", artifactTypes: ["r8"] } as const;
    expect(await findSymbols(server.database.dataSource.manager, caller, wanted)).not.to.equal(null);
    expect((await server.list(caller)).map(({ buildNumber }) => buildNumber)).to.deep.equal(["7", "7"]);

    const again = await upload(...args);
    expect(again.exitCode).to.equal(0);
    expect(again.out.split("\n")[0]).to.match(/^FILE +TYPE +BYTES +RESULT +OBJECTS +REMARK$/);
    expect(again.out.match(/ known /g)).to.have.length(4);
  });

  it("packs dSYM bundles, the same way each time", async () => {
    const bundle = "Products/Shop.app.dSYM/Contents";
    put({
      [`${bundle}/Resources/DWARF/Shop`]: fixture("native/macos-fat.dwarf"),
      [`${bundle}/Info.plist`]: "<plist/>",
      "Products/libshop.so": fixture("native/gcc-dwarf5.so"),
    });
    const [first, second, itself] = [
      await upload(folder, "--platform", "ios", "--json"),
      await upload(folder, "--platform", "ios", "--json"),
      await upload(join(folder, "Products/Shop.app.dSYM"), "--platform", "ios", "--json"),
    ];
    expect(found(first.out)).to.deep.equal([["Shop.app.dSYM.zip", "debug symbols", "indexed", 2]]);
    for (const { out } of [second, itself])
      expect(found(out)).to.deep.equal([["Shop.app.dSYM.zip", "debug symbols", "known", 2]]);
  });

  it("sends several source maps each for the script beside it", async () => {
    put({
      "assets/main.js.map": fixture("javascript/bundle.js.map"),
      "assets/lazy/cart.js.map": fixture("javascript/main.hbc.map"),
    });
    const { exitCode } = await upload(folder, "--platform", "web", "--release", "web@7", "--json");
    expect(exitCode).to.equal(0);
    const { body } = await server.get<Schemas["SymbolArtifactList"]>(
      "/api/v1/monitor/artifacts?release=web@7",
      caller.headers,
    );
    expect(body.items.map(({ script }) => script)).to.deep.equal(["assets/lazy/cart.js", "assets/main.js"]);
  });

  it("packs what Dart wrote for each architecture into one artifact", async () => {
    put({
      "app.android-arm64.symbols": fixture("native/android-arm64.so"),
      "app.android-x64.symbols": fixture("native/gcc-dwarf4.so"),
    });
    const { exitCode, out } = await upload(folder, "--platform", "flutter", "--release", "1.0.0+7", "--json");
    expect(exitCode).to.equal(0);
    expect(found(out)).to.deep.equal([["dart-symbols.zip", "dart-symbols", "indexed", 2]]);
  });

  it("fails when something is of no use, and sends the rest", async () => {
    put({
      "good.so": fixture("native/gcc-dwarf5.so"),
      "other.zip": zipOf({ name: "a", bytes: fixture("native/macos-arm64.dwarf") }),
    });
    const paths = [join(folder, "other.zip"), join(folder, "good.so")];
    const { exitCode, out, err } = await upload(...paths, "--platform", "android");
    expect(exitCode).to.equal(1);
    expect(out)
      .to.match(/other\.zip .* failed .*ARCHIVE_PLATFORM_MISMATCH/)
      .and.match(/good\.so .* indexed +1/);
    expect(err).to.contain("1 of 2 were of no use");
  });

  it("does not wait when it is told so, nor longer than it is told", async () => {
    await server.rest();
    put({ "a.so": fixture("native/gcc-dwarf5.so"), "b.so": fixture("native/gcc-dwarf4.so") });
    const patient = await upload(join(folder, "a.so"), "--platform", "android", "--timeout", "1");
    expect([patient.exitCode, patient.err]).to.deep.equal([1, "error: 1 of 1 are not indexed yet.\n"]);
    const hurried = await upload(join(folder, "b.so"), "--platform", "android", "--no-wait", "--json");
    expect([hurried.exitCode, found(hurried.out)]).to.deep.equal([0, [["b.so", "debug symbols", "queued", null]]]);
    await server.work();
  });

  for (const [what, files, args, refusal] of [
    ["a path that does not exist", {}, ["missing", "--platform", "web", "--release", "1"], "There is no "],
    ["a folder with nothing in it", { "a.txt": "a" }, [".", "--platform", "android"], "There is nothing to upload"],
    ["an artifact of no release", { "mapping.txt": r8 }, [".", "--platform", "android"], "name it with --release"],
    ["text that is named", { "a.txt": "a" }, ["a.txt", "--platform", "android"], "is no source map, no mapping file"],
    ["a mapping for the web", { "m.txt": r8 }, ["m.txt", "--platform", "web", "--release", "1"], "web does not have"],
    [
      "two mapping files of one release",
      { "a/mapping.txt": r8, "b/mapping.txt": r8 },
      [".", "--platform", "android", "--release", "1"],
      "A release has one artifact of the type ",
    ],
    ["a platform that is none", {}, [".", "--platform", "amiga"], "Allowed choices are ios"],
    ["an address that is none", {}, [".", "--platform", "ios", "--url", "ftp://x"], "Expected an http or https URL"],
  ] as const) {
    it(`refuses ${what}`, async () => {
      put(files);
      const [path, ...options] = args;
      const { exitCode, out, err } = await upload(join(folder, path), ...options);
      expect([exitCode, out]).to.deep.equal([1, ""]);
      expect(err).to.contain(refusal);
    });
  }

  deepIt("hears the end of more uploads than the server lists", async () => {
    const object = fixture("native/gcc-dwarf5.so");
    for (let number = 0; number < 201; number++) put({ [`${number}.so`]: Buffer.concat([object, Buffer.of(number)]) });
    const { exitCode, out } = await upload(folder, "--platform", "android", "--json");
    expect(exitCode).to.equal(0);
    expect(new Set(found(out).map(([, , result]) => result))).to.deep.equal(new Set(["indexed"]));
  });

  deepIt("runs on the command line with its key in the environment, and says who refused it", async () => {
    put({ "main.js.map": fixture("javascript/bundle.js.map") });
    const args = ["symbols", "upload", join(folder, "main.js.map"), "--platform", "web", "--release", "web@1"];
    const env = { ACCORD_API_URL: server.baseUrl, ACCORD_API_KEY: key() };
    const sent = await accord(args, { env });
    expect([sent.code, sent.errors]).to.deep.equal([0, ""]);
    expect(sent.output).to.match(/main\.js\.map +sourcemap +\d+ +stored/);
    const stranger = await accord(args, { env: { ...env, ACCORD_API_KEY: "sk_test_0:no" } });
    expect(stranger.code).to.equal(1);
    expect(stranger.output).to.contain("401:");
    const keyless = await accord(args, { env: { ACCORD_API_URL: server.baseUrl } });
    expect([keyless.code, keyless.errors]).to.deep.equal([
      1,
      "error: There is no API key: give it in ACCORD_API_KEY.\n",
    ]);
    const nobody = await accord(args, { env: { ...env, ACCORD_API_URL: "http://127.0.0.1:9/observability" } });
    expect([nobody.code, nobody.output.includes("cannot be reached")]).to.deep.equal([1, true]);
  });
});
