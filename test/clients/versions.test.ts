/** docs/guides/clients.md says which versions are tested: those that npm run clients installs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { generatorVersion, oapiCodegenVersion } from "../../scripts/clients/tools.ts";

const project = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(project, file), "utf8");
const packages = (file: string) => JSON.parse(read(file)) as Readonly<Record<string, Readonly<Record<string, string>>>>;

describe("the guide to clients", () => {
  const guide = read("docs/guides/clients.md");

  it("names the versions of packages that are tested", () => {
    const tested = {
      ...packages("package.json").devDependencies,
      ...packages("clients/tools/package.json").dependencies,
    };
    const named = [...guide.matchAll(/[ `]((?:@[\w-]+\/)?[\w-]+)@(\d[\w.-]*)/g)].map(([, name = "", version]) => [
      name,
      version,
    ]);
    expect(named).to.have.length(4);
    expect(named).to.deep.equal(named.map(([name = ""]) => [name, tested[name]]));
  });

  it("names the version of Dredd that is tested, on its own page", () => {
    const { dredd } = packages("package.json").devDependencies ?? {};
    expect(read("docs/handbook/contract-testing.md")).to.include(`npm install dredd@${dredd}`);
  });

  it("names the versions of other tools that are tested", () => {
    expect(guide).to.include(`"version": "${generatorVersion}"`).and.to.include(`oapi-codegen@v${oapiCodegenVersion}`);
  });
});
