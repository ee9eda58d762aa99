import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import { aMapping, type Caller, digestOf, workingSymbolServer } from "./symbol-server.ts";

type Page = Schemas["SymbolArtifactList"];
type Deleted = Schemas["DeletedArtifacts"];

const path = "/api/v1/monitor/artifacts";

/** A source map like no other. */
const aMap = (name: string): Buffer =>
  Buffer.from(JSON.stringify({ version: 3, sources: [`${name}.ts`], names: [], mappings: "AAAA" }));

describe("artifacts of a release", () => {
  const server = workingSymbolServer();
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
  });

  const search = (query: Readonly<Record<string, string | number>>) =>
    new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const page = <T = Page>(query: Readonly<Record<string, string | number>> = {}, { headers } = caller) =>
    server.get<T>(`${path}?${search(query)}`, headers);
  const remove = <T = Deleted>(query: Readonly<Record<string, string | number>>, { headers } = caller) =>
    server.send<T>("DELETE", `${path}?${search(query)}`, { headers });
  const web = { release: "web@1", platform: "web", artifactType: "sourcemap" };
  const scripts = (items: Page["items"]) => items.map(({ script }) => script);

  describe("listArtifacts", () => {
    it("lists what serves a release: file, digest, size and script", async () => {
      const bytes = aMap("main");
      const fileId = await server.artifact(caller, bytes, {
        ...web,
        script: "https://shop.example/assets/main.js?v=1",
      });
      const { status, body } = await page({ release: "web@1" });
      expect(status).to.equal(200);
      const [{ servesSince, ...listed } = { servesSince: "" }] = body.items;
      expect(listed).to.deep.equal({
        ...web,
        script: "assets/main.js",
        fileId,
        sha256: digestOf(bytes),
        size: bytes.length,
        matchedStacks: 0,
        lastMatchedAt: null,
      });
      expect(Date.parse(servesSince)).to.be.closeTo(Date.now(), 60_000);
      expect(body.nextCursor).to.equal(null);
    });

    it("goes through all pages in rising order, neither repeating nor skipping while others arrive", async () => {
      const names = ["b.js", "a.js", "d.js", "c.js"];
      for (const script of names) await server.artifact(caller, aMap(script), { ...web, script });
      await server.artifact(caller, aMap("every"), web);
      await server.artifact(caller, aMapping("Other"), { release: "app@1" });
      const found: (string | null)[] = [];
      let cursor: string | null = null;
      do {
        const { body }: { body: Page } = await page({ release: "web@1", limit: 2, ...(cursor !== null && { cursor }) });
        found.push(...scripts(body.items));
        cursor = body.nextCursor;
        if (found.length === 2) await server.artifact(caller, aMap("late"), { ...web, script: "0.js" });
      } while (cursor !== null);
      expect(found).to.deep.equal([null, "a.js", "b.js", "c.js", "d.js"]);
      const all = await page();
      expect(all.body.items.map(({ release }) => release)).to.deep.equal(["app@1", ...Array(6).fill("web@1")]);
    });

    it("takes filters, and a cursor only with the filters that it came with", async () => {
      await server.artifact(caller, aMap("one"), { ...web, script: "one.js" });
      await server.artifact(caller, aMap("two"), { ...web, platform: "react-native", script: "two.js" });
      expect(scripts((await page({ platform: "react-native" })).body.items)).to.deep.equal(["two.js"]);
      expect(scripts((await page({ script: "./one.js" })).body.items)).to.deep.equal(["one.js"]);
      expect((await page({ artifactType: "r8" })).body.items).to.deep.equal([]);
      const { body } = await page({ limit: 1 });
      const cursor = body.nextCursor ?? "";
      expect(scripts((await page({ limit: 1, cursor })).body.items)).to.deep.equal(["one.js"]);
      expectProblem(await page<Page>({ cursor, release: "web@1" }), 400, "INVALID_CURSOR");
    });
  });

  describe("the script of a source map", () => {
    it("is one of its own: another map of it takes its place, and no other's", async () => {
      await server.artifact(caller, aMap("every"), web);
      const before = await server.artifact(caller, aMap("before"), { ...web, script: "main.js" });
      const after = await server.artifact(caller, aMap("after"), { ...web, script: "/main.js" });
      const { body } = await page();
      expect(scripts(body.items)).to.deep.equal([null, "main.js"]);
      expect(body.items[1]?.fileId).to.equal(after).and.not.to.equal(before);
      await until(async () => (await server.keys(caller)).length === 2);
    });

    it("has 500 characters at most, names a file, and is of source maps alone", async () => {
      const announce = (fields: object) => server.presign<Schemas["Problem"]>(caller, "artifacts", aMap("x"), fields);
      expect((await announce({ ...web, script: "s".repeat(500) })).status).to.equal(201);
      expectProblem(
        await announce({ ...web, script: "s".repeat(501) }),
        400,
        "VALIDATION_FAILED",
        "/body/script maxLength",
      );
      for (const script of ["/", "https://shop.example/", "./?x"])
        expectProblem(await announce({ ...web, script }), 400, "VALIDATION_FAILED", "/body/script script");
      expectProblem(await announce({ script: "main.js" }), 400, "VALIDATION_FAILED", "/body/script forbidden");
    });
  });

  describe("deleteArtifacts", () => {
    it("deletes those of a release with their bytes, and makes room for others", async () => {
      for (const script of ["a.js", "b.js"]) await server.artifact(caller, aMap(script), { ...web, script });
      const kept = await server.artifact(caller, aMapping("Kept"), { release: "app@1" });
      expect((await remove({ release: "web@1" })).body).to.deep.equal({ deleted: 2 });
      expect((await page()).body.items.map(({ fileId }) => fileId)).to.deep.equal([kept]);
      await until(async () => {
        const { rows } = await server.database.pool.query<{ bytes: number }>(
          "SELECT sum(bytes)::int AS bytes FROM symbol_files WHERE project_id = $1",
          [caller.projectId],
        );
        return rows[0]?.bytes === aMapping("Kept").length;
      });
      expect(await server.keys(caller)).to.have.length(1);
      expect((await remove({ release: "web@1" })).body, "again").to.deep.equal({ deleted: 0 });
      expect((await server.presign(caller, "artifacts", aMap("a.js"), web)).status, "to be sent again").to.equal(201);
    });

    it("deletes those of one platform, type or script, and leaves what another release is served by", async () => {
      const shared = aMap("shared");
      const fileId = await server.artifact(caller, shared, { ...web, script: "a.js" });
      await server.presign(caller, "artifacts", shared, { ...web, release: "web@2" });
      await server.artifact(caller, aMap("other"), { ...web, script: "b.js" });
      expect((await remove({ ...web, platform: "ios" })).body.deleted).to.equal(0);
      expect((await remove({ ...web, script: "~/a.js" })).body.deleted).to.equal(1);
      const { body } = await page();
      expect(body.items.map(({ release, script }) => [release, script])).to.deep.equal([
        ["web@1", "b.js"],
        ["web@2", null],
      ]);
      expect(body.items[1]?.fileId).to.equal(fileId);
      expect(await server.keys(caller)).to.have.length(2);
    });

    it("forgets the debug ids that came with an artifact, which may then come again", async () => {
      const dsym = zipOf({ name: "Shop.dSYM/Contents/Resources/DWARF/Shop", bytes: fixture("native/macos-fat.dwarf") });
      const fields = { platform: "ios", artifactType: "dsym", filename: "Shop.dSYM.zip" };
      await server.artifact(caller, dsym, fields);
      const [listed] = await server.list(caller);
      await server.ended(caller, listed?.uploadId ?? "");
      const objects = async () => {
        const { rows } = await server.database.pool.query("SELECT FROM debug_objects WHERE project_id = $1", [
          caller.projectId,
        ]);
        return rows.length;
      };
      expect(await objects()).to.equal(2);
      expect((await remove({ release: "shop@1" })).body.deleted).to.equal(1);
      expect(await objects()).to.equal(0);
      expect(await server.list(caller)).to.deep.equal([]);
      await until(async () => (await server.keys(caller)).length === 0);
      const again = { platform: "macos", filename: "Shop.dSYM.zip" };
      const ended = await server.ended(caller, await server.archive(caller, dsym, again));
      expect(ended).to.include({ status: "DONE", validObjects: 2 });
    });

    it("deletes nothing of another project or environment", async () => {
      await server.artifact(caller, aMap("mine"), web);
      for (const stranger of [await server.aCaller(), await server.aCaller({ environment: "live" })])
        expect((await remove({ release: "web@1" }, stranger)).body).to.deep.equal({ deleted: 0 });
      expect((await page()).body.items).to.have.length(1);
    });

    it("lets one of several deletions of the same count each artifact", async () => {
      for (const script of ["a.js", "b.js", "c.js"]) await server.artifact(caller, aMap(script), { ...web, script });
      const answers = await Promise.all(Array.from({ length: 5 }, () => remove({ release: "web@1" })));
      expect(answers.reduce((sum, { body }) => sum + body.deleted, 0)).to.equal(3);
    });
  });
});
